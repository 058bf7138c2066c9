import type { Bank } from "../bank.ts";
import type { PersonId } from "../ports/ids.ts";
import type { ScaCallback, ScaEvidence } from "../ports/sca-method.ts";
import { scaLogFields } from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import { describeAttempt, type NeededProof, storePending, toPending } from "./begin-proof.ts";
import { blockedFault, refusedFault, unavailableFault } from "./fail-sca.ts";
import { canMoveSca, moveSca, type StoredSca } from "./sca-store.ts";

/** The result of a proof, for the SCA. */
export type FinishedProof =
  | { readonly kind: "proven"; readonly personId: PersonId; readonly evidence: ScaEvidence }
  | { readonly kind: "wait"; readonly sca: StoredSca }
  | { readonly kind: "failed"; readonly fault: ScaFault }
  /** Another step has moved the SCA. */
  | { readonly kind: "stale" };

/**
 * Finishes a proof at the form, after a redirect, or when the page polls. A proof by another person
 * than expected fails like any other, so that nothing says which part was wrong.
 */
export const finishProof = async (
  sca: StoredSca,
  needed: NeededProof,
  callback: ScaCallback,
  bank: Bank,
): Promise<FinishedProof> => {
  const { step, locale } = needed;
  if (!canMoveSca(sca, step === "identify" ? "identified" : "approved")) return { kind: "stale" };
  const result = await bank.scaMethod.finish(describeAttempt(sca, step, locale), callback);
  if (result.kind === "wait") {
    if (callback.kind === "poll" && callback.kept === result.kept) return { kind: "wait", sca };
    const after = await storePending(sca, toPending(needed, result), undefined, bank);
    return after === undefined ? { kind: "stale" } : { kind: "wait", sca: after };
  }
  const expected = step === "identify" ? sca.expectedPersonId : sca.personId;
  if (result.kind === "proven" && (expected === undefined || expected === result.personId)) {
    return result;
  }
  const { because, reason } =
    result.kind === "failed"
      ? result
      : { because: "invalid" as const, reason: "another person than expected" };
  // A form is filled in wrongly every day; what a provider sends is not.
  if (callback.kind !== "form") {
    bank.log.warn({ ...scaLogFields(sca), step, reason }, "SCA proof refused");
  }
  return { kind: "failed", fault: faults[because] };
};

const faults = {
  refused: refusedFault,
  invalid: blockedFault,
  unavailable: unavailableFault,
} as const;

/** Marks the callback as used before its code is redeemed, so that it counts once. */
export const consumeCallback = async (
  sca: StoredSca,
  bank: Bank,
): Promise<StoredSca | undefined> => {
  const now = await bank.clock.now(sca.worldId);
  return bank.storage.write(() => moveSca(sca, "returned", now));
};
