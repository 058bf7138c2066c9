import type { Bank } from "../bank.ts";
import { listConsents } from "../consents/consent-store.ts";
import { grantConsent } from "../consents/grant-consent.ts";
import { agreementHasAccounts, findConsentAgreement } from "../consents/list-consent-choices.ts";
import type { AccountId, ConsentId } from "../ports/ids.ts";
import type { Consent } from "../records/consent.ts";
import type { KnownVisit } from "./open-visit.ts";

/** Finds a consent of this PSU. */
export const findOwnConsent = async (
  visit: KnownVisit,
  consentId: ConsentId,
  bank: Bank,
): Promise<Consent | undefined> => {
  const consents = await bank.storage.read(() => listConsents(visit.worldId, visit.personId));
  return consents.find((consent) => consent.consentId === consentId);
};

/**
 * SCA-11: grants what the PSU ticked on the bank's own page. Returns false if the PSU may not use
 * one of the accounts.
 */
export const changeOwnConsent = async (
  consent: Consent,
  accountIds: readonly AccountId[],
  bank: Bank,
): Promise<boolean> => {
  const agreement = await findConsentAgreement(consent, bank);
  if (!agreementHasAccounts(agreement, accountIds)) return false;
  const at = await bank.clock.now(consent.worldId);
  await bank.storage.write(() => grantConsent({ ...consent, accountIds, at }, bank.ids));
  return true;
};
