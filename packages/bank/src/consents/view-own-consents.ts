import { limits } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import type { ConsentPage, OwnConsentsPage } from "../sca/pages/page-models.ts";
import type { KnownVisit } from "../visits/open-visit.ts";
import { type Consent, consentEndsAt, isConsentExpired } from "./consent.ts";
import { listConsents } from "./consent-store.ts";
import { findAgreementOf, listConsentChoices, numberOf } from "./list-consent-choices.ts";

type ListedConsent = OwnConsentsPage["consents"][number];

/** What each TPP may see by this PSU's leave; what has run out may be seen by nobody. */
export const viewOwnConsents = async (
  visit: KnownVisit,
  bank: Bank,
): Promise<readonly ListedConsent[]> => {
  const now = await bank.clock.now(visit.worldId);
  const consents = await bank.storage.read(() => listConsents(visit.worldId, visit.personId));
  const inForce = consents.filter((consent) => !isConsentExpired(consent, now));
  return Promise.all(inForce.map((consent) => viewConsent(consent, bank)));
};

const viewConsent = async (consent: Consent, bank: Bank): Promise<ListedConsent> => {
  const accounts = await bank.coreBank.listAccounts(consent.worldId, consent.accountIds);
  return {
    id: consent.consentId,
    ...(await askerOf(consent, bank)),
    grantedOn: osloDay(consent.grantedAt),
    validUntil: osloDay(consentEndsAt(consent)),
    accounts: accounts.map((account) => ({
      id: account.accountId,
      name: account.name,
      number: numberOf(account),
    })),
    changeHref: `/consents/${encodeURIComponent(consent.consentId)}`,
  };
};

/** SCA-11: the same checklist that an SCA shows, at the PSU's own wish. */
export const viewConsentChoices = async (
  consent: Consent,
  now: number,
  bank: Bank,
): Promise<Omit<ConsentPage, "frame" | "form">> => ({
  ...(await askerOf(consent, bank)),
  accounts: await listConsentChoices(consent, bank),
  validDays: limits.scaRenewalDays,
  validUntil: osloDay(consentEndsAt({ renewedAt: now })),
});

const askerOf = async (consent: Consent, bank: Bank) => {
  const { tppName: name, brand } = consent;
  const agreement = await findAgreementOf(consent, bank);
  return {
    asker: brand === undefined ? { name } : { name, brand },
    ...(agreement?.context === "CORPORATE" ? { onBehalfOf: agreement.name } : {}),
  };
};
