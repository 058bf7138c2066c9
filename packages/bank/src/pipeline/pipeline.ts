import assert from "node:assert/strict";
import { byOperation, type Operation, type OperationId } from "@varde/protocol";
import { isPromise } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { heldLoopMsMax, logHeldLoop } from "../request/log-held-loop.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Check } from "./checks/check.ts";
import { checkBodyJson } from "./checks/check-body-json.ts";
import { checkBodyRules } from "./checks/check-body-rules.ts";
import { checkBodySchema } from "./checks/check-body-schema.ts";
import { checkBodySize } from "./checks/check-body-size.ts";
import { checkCertificate } from "./checks/check-certificate.ts";
import { checkClientCertificate } from "./checks/check-client-certificate.ts";
import { checkConsent } from "./checks/check-consent.ts";
import { checkDate } from "./checks/check-date.ts";
import { checkDigest } from "./checks/check-digest.ts";
import { checkHeaderFormats } from "./checks/check-header-formats.ts";
import { checkHeaderLengths } from "./checks/check-header-lengths.ts";
import { checkKeyId } from "./checks/check-key-id.ts";
import { checkMediaType } from "./checks/check-media-type.ts";
import { checkProduct } from "./checks/check-product.ts";
import { checkPsu } from "./checks/check-psu.ts";
import { checkRequestId } from "./checks/check-request-id.ts";
import { checkRequiredHeaders } from "./checks/check-required-headers.ts";
import { checkSession } from "./checks/check-session.ts";
import { checkSignature } from "./checks/check-signature.ts";
import { checkSignatureUse } from "./checks/check-signature-use.ts";
import { checkTpp } from "./checks/check-tpp.ts";

type AppliesTo = (operation: Operation) => boolean;

const always: AppliesTo = () => true;
const withBody: AppliesTo = ({ body }) => body !== undefined;

/**
 * Every check in its order, and the operations it applies to. The order is the precedence of
 * errors: all faults that one check finds are reported together, and no later check runs. Before
 * the first check, routing has refused malformed targets, unknown paths and methods; after the last
 * one, the use case looks at the state of the resource.
 */
// biome-ignore format: one aligned table
const pipeline: readonly (readonly [Check, AppliesTo])[] = [
  [checkProduct,           ({ path }) => path.includes("{product}")],
  [checkMediaType,         always],
  [checkBodySize,          always],
  [checkHeaderLengths,     always],
  [checkRequiredHeaders,   always],
  [checkDate,              always],
  [checkDigest,            always],
  [checkCertificate,       always],
  [checkKeyId,             always],
  [checkSignature,         always],
  [checkSignatureUse,      ({ path }) => !path.startsWith("/v1/sandbox/")],
  [checkTpp,               always],
  [checkClientCertificate, always],
  [checkRequestId,         always],
  [checkHeaderFormats,     always],
  [checkBodyJson,          withBody],
  [checkBodySchema,        withBody],
  [checkBodyRules,         ({ hasBodyRules }) => hasBodyRules],
  [checkPsu,               ({ psu }) => psu !== "none"],
  [checkSession,           ({ session }) => session !== "none"],
  [checkConsent,           ({ consent }) => consent],
];

const checksById = byOperation((operation) =>
  pipeline.filter(([, appliesTo]) => appliesTo(operation)).map(([check]) => check),
);

/** The names of all checks in their order, and of those that each operation passes. */
export interface CheckTable {
  readonly checks: readonly string[];
  readonly byOperation: Readonly<Record<OperationId, readonly string[]>>;
}

export const checkTable = (): CheckTable => ({
  checks: pipeline.map(([{ name }]) => name),
  byOperation: byOperation(({ id }) => checksById[id].map(({ name }) => name)),
});

/** The checks in stages, which the requests of a turn pass together; see `createTurns`. */
const stagesById = byOperation(({ id }) => {
  const checks = checksById[id];
  const signature = checks.indexOf(checkSignature);
  assert(signature >= 0, `${id} has no checkSignature`);
  return [checks.slice(0, signature), [checkSignature], checks.slice(signature + 1)];
});

/** Runs the checks of a request. Returns the first refusal, or undefined if all passed. */
export const runPipeline = async (
  context: RequestContext,
  bank: Bank,
): Promise<Refusal | undefined> => {
  await bank.nextTurn();
  for (const checks of stagesById[context.operation.id]) {
    // The other requests of this turn pass the stage before first.
    await Promise.resolve();
    let startedAt = performance.now();
    for (const check of checks) {
      const ending = check(context, bank);
      const heldMs = performance.now() - startedAt;
      if (heldMs > heldLoopMsMax) logHeldCheck(heldMs, check, context, bank);
      const refusal = isPromise(ending) ? await ending : ending;
      startedAt = isPromise(ending) ? performance.now() : startedAt + heldMs;
      if (refusal === undefined) continue;
      context.endedBy = check.name;
      return refusal;
    }
  }
  return undefined;
};

const logHeldCheck = (
  heldMs: number,
  { name: check }: Check,
  { operation }: RequestContext,
  { log }: Bank,
): void => logHeldLoop(heldMs, { operation: operation.id, stage: "checks", check }, log);
