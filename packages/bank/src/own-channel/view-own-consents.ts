import { limits } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { osloDay, osloTime } from "../calendar/oslo.ts";
import { listConsents } from "../consents/consent-store.ts";
import {
  accountNumber,
  findConsentAgreement,
  listConsentChoices,
} from "../consents/list-consent-choices.ts";
import { listConsentAccesses } from "../operations/audit/list-consent-accesses.ts";
import type { ConsentPage, OwnConsentsPage } from "../pages/parts/page-models.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import { type Consent, consentEndsAt, isConsentExpired } from "../records/consent.ts";
import type { KnownVisit } from "./open-visit.ts";

type ListedConsent = OwnConsentsPage["consents"][number];

/** Lists what each TPP may read with this PSU's consent, without expired consents. */
export const viewOwnConsents = async (
  visit: KnownVisit,
  bank: Bank,
): Promise<readonly ListedConsent[]> => {
  const now = await bank.clock.now(visit.worldId);
  const consents = await bank.storage.read(() => listConsents(visit.worldId, visit.personId));
  const inForce = consents.filter((consent) => !isConsentExpired(consent, now));
  const listed = await Promise.all(inForce.map((consent) => viewConsent(consent, bank)));
  return listed.filter(({ accounts }) => accounts.length > 0);
};

/** How many accesses with a consent are shown. */
const accessesShown = 10;

/** Shows only those granted accounts that the PSU may still use, and who read them when. */
const viewConsent = async (consent: Consent, bank: Bank): Promise<ListedConsent> => {
  const agreement = await findConsentAgreement(consent, bank);
  const theirs = new Set(agreement?.accountIds).intersection(new Set(consent.accountIds));
  const accounts = await bank.coreBank.listAccounts(consent.worldId, [...theirs]);
  const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
  const accesses = await bank.storage.read(() => listConsentAccesses(consent, accessesShown));
  return {
    id: consent.consentId,
    ...readRequester(consent, agreement),
    scope: consent.scope,
    grantedOn: osloDay(consent.grantedAt),
    validUntil: osloDay(consentEndsAt(consent)),
    accounts: accounts.map((account) => ({
      id: account.accountId,
      name: account.name,
      number: accountNumber(account),
    })),
    accesses: accesses.map(({ at, part, accountIds }) => ({
      day: osloDay(at),
      time: osloTime(at),
      part,
      accounts: accountIds.flatMap((id) => names.get(id) ?? []),
    })),
    changeHref: `/consents/${encodeURIComponent(consent.consentId)}`,
  };
};

/** SCA-11: shows the checklist of an SCA on the bank's own page. */
export const viewConsentChoices = async (
  consent: Consent,
  now: number,
  bank: Bank,
): Promise<Omit<ConsentPage, "frame" | "form">> => ({
  ...readRequester(consent, await findConsentAgreement(consent, bank)),
  scope: consent.scope,
  accounts: await listConsentChoices(consent, now, bank),
  validDays: limits.scaRenewalDays,
  validUntil: osloDay(consentEndsAt({ renewedAt: now })),
});

const readRequester = ({ tppName: name, brand }: Consent, agreement: Agreement | undefined) => {
  return {
    requester: brand === undefined ? { name } : { name, brand },
    ...(agreement?.context === "CORPORATE" ? { onBehalfOf: agreement.name } : {}),
  };
};
