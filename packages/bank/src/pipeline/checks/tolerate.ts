import {
  describeTolerance,
  type Tolerance,
  type ToleratedForm,
  type TppMessageCode,
  toleratedForms,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";

/**
 * SIG-37: accepts forms that the interface does not ask for, with a warning and a count, or refuses
 * the first of them if the bank is strict. `path` says where the form is.
 */
export const tolerate = (
  found: readonly Tolerance[],
  path: string,
  context: RequestContext,
  bank: Bank,
): Refusal | undefined => {
  for (const tolerance of found) {
    const text = describeTolerance(tolerance);
    if (isRefused(toleratedForms[tolerance.form], bank)) {
      return refuse(
        { code: refusalCode(path), path, text },
        signed.has(path) ? { stage: path } : {},
      );
    }
    context.warnings.push(text);
    context.toleratedForms.push(tolerance.form);
  }
  return undefined;
};

/** SIG-38: some forms are for the sandbox only. */
const isRefused = ({ isSandboxOnly }: ToleratedForm, { configuration }: Bank): boolean =>
  configuration.strictness === "strict" ||
  (isSandboxOnly === true && configuration.mode === "production");

/** The headers that are checked together with the signature. */
const signed = new Set(["Date", "Digest", "Signature", "TPP-Signature-Certificate"]);

const refusalCode = (path: string): TppMessageCode =>
  signed.has(path) ? "BAD_REQUEST" : "FORMAT_ERROR";
