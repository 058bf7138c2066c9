import { run, type Unit } from "@varde/storage";
import type { AccountId, ConsentId, Ids, PersonId, WorldId } from "../ports/ids.ts";
import type { Consent } from "../records/consent.ts";
import { recordEvent } from "../records/event.ts";
import { deleteConsentAccount, listConsents, lockConsent } from "./consent-store.ts";

/** The part of a consent that a PSU revokes: all of it, or one account. */
export interface Revocation {
  readonly worldId: WorldId;
  readonly personId: PersonId;
  readonly consentId: ConsentId;
  readonly accountId: AccountId | undefined;
  readonly at: number;
  /** The actor of the event; the person by default. */
  readonly actor?: string;
}

/**
 * SCA-15, SCA-16: revokes access without notifying the TPP; its next request shows it. Returns
 * whether this person had anything to revoke.
 */
export function* revokeConsent(revocation: Revocation, ids: Ids): Unit<boolean> {
  // Waits for a concurrent grant, which holds the lock.
  yield* run(lockConsent(revocation.consentId));
  const consents = yield* listConsents(revocation.worldId, revocation.personId);
  const consent = consents.find((one) => one.consentId === revocation.consentId);
  const revoked = consent === undefined ? [] : accountsToRevoke(consent, revocation);
  if (consent === undefined || revoked.length === 0) return false;
  yield* run(
    ...revoked.map((id) => deleteConsentAccount(consent, id)),
    recordEvent(ids, {
      worldId: consent.worldId,
      subjectKind: "consent",
      subjectId: consent.consentId,
      name: "revoked",
      actor: revocation.actor ?? revocation.personId,
      detail: revoked.join(" "),
      at: revocation.at,
    }),
  );
  return true;
}

const accountsToRevoke = (consent: Consent, { accountId }: Revocation): readonly AccountId[] =>
  accountId === undefined
    ? consent.accountIds
    : consent.accountIds.filter((id) => id === accountId);
