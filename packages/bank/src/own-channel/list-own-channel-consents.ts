import type { Bank } from "../bank.ts";
import { listConsents } from "../consents/consent-store.ts";
import {
  type ConsentAccess,
  listConsentAccesses,
} from "../operations/audit/list-consent-accesses.ts";
import type { ConsentId, PersonId, WorldId } from "../ports/ids.ts";
import { type Consent, consentEndsAt, isConsentExpired } from "../records/consent.ts";

/** A consent as the bank's own channels receive it. Times are RFC 3339. */
export interface OwnChannelConsent extends Pick<Consent, "consentId" | "scope" | "agreementId"> {
  readonly tppName: string;
  readonly brand: string | undefined;
  readonly state: "valid" | "expired";
  readonly grantedAt: string;
  readonly renewedAt: string;
  readonly endsAt: string;
  readonly accountIds: Consent["accountIds"];
}

/** Lists the consents of a person that cover at least one account, latest first. */
export const listOwnChannelConsents = async (
  worldId: WorldId,
  personId: PersonId,
  bank: Bank,
): Promise<readonly OwnChannelConsent[]> => {
  const now = await bank.clock.now(worldId);
  const consents = await bank.storage.read(() => listConsents(worldId, personId));
  return consents.map((consent) => ({
    consentId: consent.consentId,
    tppName: consent.tppName,
    brand: consent.brand,
    scope: consent.scope,
    state: isConsentExpired(consent, now) ? "expired" : "valid",
    agreementId: consent.agreementId,
    grantedAt: formatTime(consent.grantedAt),
    renewedAt: formatTime(consent.renewedAt),
    endsAt: formatTime(consentEndsAt(consent)),
    accountIds: consent.accountIds,
  }));
};

/** An access with a consent as the bank's own channels receive it. */
export interface OwnChannelConsentAccess extends Omit<ConsentAccess, "at"> {
  readonly at: string;
}

/** Lists the last accesses with a consent of this person. */
export const listOwnChannelAccesses = async (
  consent: {
    readonly worldId: WorldId;
    readonly personId: PersonId;
    readonly consentId: ConsentId;
  },
  limit: number,
  bank: Bank,
): Promise<readonly OwnChannelConsentAccess[]> => {
  const accesses = await bank.storage.read(() => listConsentAccesses(consent, limit));
  return accesses.map((access) => ({ ...access, at: formatTime(access.at) }));
};

const formatTime = (at: number): string => new Date(at).toISOString();
