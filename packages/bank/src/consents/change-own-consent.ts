import type { Bank } from "../bank.ts";
import type { Consent } from "../request/consent.ts";
import type { KnownVisit } from "../visits/open-visit.ts";
import { listConsents } from "./consent-store.ts";
import { grantConsent } from "./grant-consent.ts";
import { areAccountsOf, findAgreementOf } from "./list-consent-choices.ts";

/** One of this PSU's own consents. */
export const findOwnConsent = async (
  visit: KnownVisit,
  consentId: string,
  bank: Bank,
): Promise<Consent | undefined> => {
  const consents = await bank.storage.read(() => listConsents(visit.worldId, visit.personId));
  return consents.find((consent) => consent.consentId === consentId);
};

/** SCA-11: what the PSU ticked at the bank's own page. Answers whether all of it was theirs. */
export const changeOwnConsent = async (
  consent: Consent,
  accountIds: readonly string[],
  bank: Bank,
): Promise<boolean> => {
  const agreement = await findAgreementOf(consent, bank);
  if (!areAccountsOf(agreement, accountIds)) return false;
  const at = await bank.clock.now(consent.worldId);
  await bank.storage.write(() => grantConsent({ ...consent, accountIds, at }, bank.ids));
  return true;
};
