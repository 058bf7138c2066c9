import type { Bank } from "../bank.ts";
import type { Locale } from "../ports/locale.ts";
import type { ApprovalSubject, ScaAttempt, ScaBeginning } from "../ports/sca-method.ts";
import { addressedPerson, type PendingProof, type Sca } from "../records/sca.ts";
import { moveSca, type StoredSca } from "./sca-store.ts";
import { hashSecret } from "./start/start-sca.ts";

/** Path that a redirecting SCA method sends the browser back to. */
export const callbackPath = "/sca-callback";

/** The proof that an SCA needs next. */
export type NeededProof = Pick<PendingProof, "step" | "locale" | "accountIds">;

/** A proof that is given outside the bank's pages. */
export type BegunProof =
  | {
      readonly at: "redirect";
      readonly sca: StoredSca;
      readonly address: string;
      readonly state: string;
    }
  | { readonly at: "wait"; readonly sca: StoredSca };

/**
 * Begins a proof. Returns "page" if the bank's own form gives it, or undefined when another step
 * has moved the SCA.
 */
export const beginProof = async (
  sca: StoredSca,
  needed: NeededProof,
  subject: ApprovalSubject | undefined,
  bank: Bank,
): Promise<BegunProof | "page" | undefined> => {
  const state = bank.ids.newSecret();
  const returnTo = { url: `${bank.configuration.publicUrl}${callbackPath}`, state };
  const attempt = { ...describeAttempt(sca, needed.step, needed.locale), returnTo };
  const begun = await bank.scaMethod.begin(attempt, subject);
  if (begun.kind === "page") return "page";
  const isRedirect = begun.kind === "redirect";
  const callbackHash = isRedirect ? hashSecret(state) : undefined;
  const after = await storePending(sca, toPending(needed, begun), callbackHash, bank);
  if (after === undefined) return undefined;
  return isRedirect
    ? { at: "redirect", sca: after, address: begun.address, state }
    : { at: "wait", sca: after };
};

/** Returns what is stored of a proof that the PSU gives outside the bank's pages. */
export const toPending = (
  needed: NeededProof,
  begun: Exclude<ScaBeginning, { kind: "page" }>,
): PendingProof => ({
  ...needed,
  kind: begun.kind,
  kept: begun.kept,
  ...(begun.kind === "wait" && begun.code !== undefined ? { code: begun.code } : {}),
});

/** Stores a proof that is pending. Returns undefined when another step has moved the SCA. */
export const storePending = async (
  sca: StoredSca,
  pending: PendingProof,
  callbackHash: string | undefined,
  bank: Bank,
): Promise<StoredSca | undefined> => {
  const now = await bank.clock.now(sca.worldId);
  return bank.storage.write(() => moveSca(sca, "begun", now, { pending, callbackHash }));
};

/** Returns the attempt as the SCA method sees it. */
export const describeAttempt = (sca: Sca, step: ScaAttempt["step"], locale: Locale): ScaAttempt => {
  const { worldId, scaId } = sca;
  return { step, worldId, scaId, personId: addressedPerson(sca), locale };
};
