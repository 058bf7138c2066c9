import type { Bank } from "../bank.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import { type Consent, type ConsentKey, covers, isConsentExpired } from "../request/consent.ts";
import type { ConsentChoice } from "../sca/sca-subject.ts";
import { findConsent } from "./consent-store.ts";

/** The agreement if this person still acts under it. */
export const findAgreementOf = async (
  key: Pick<ConsentKey, "worldId" | "personId" | "agreementId">,
  bank: Pick<Bank, "psuDirectory">,
): Promise<Agreement | undefined> => {
  const agreements = await bank.psuDirectory.listAgreements(key.worldId, key.personId);
  return agreements.find((one) => one.agreementId === key.agreementId);
};

/** Whether every one is an account of the agreement. */
export const areAccountsOf = (
  agreement: Agreement | undefined,
  accountIds: readonly string[],
): boolean =>
  agreement !== undefined && new Set(accountIds).isSubsetOf(new Set(agreement.accountIds));

/**
 * SCA-12, SCA-13: the checklist, with what was granted already ticked. It stays ticked when its
 * time is over, so that renewing is one press, but then it is not open to the TPP at present.
 */
export const listConsentChoices = async (
  key: ConsentKey & Pick<Consent, "scope">,
  now: number,
  bank: Pick<Bank, "psuDirectory" | "coreBank" | "storage">,
): Promise<readonly ConsentChoice[]> => {
  const agreement = await findAgreementOf(key, bank);
  const accounts = await bank.coreBank.listAccounts(key.worldId, agreement?.accountIds ?? []);
  const consent = await bank.storage.read(() => findConsent(key));
  const isGranted = consent !== undefined && covers(consent.scope, key.scope);
  const granted = new Set(isGranted ? consent.accountIds : []);
  const isOpen = consent !== undefined && !isConsentExpired(consent, now);
  const cardsLast = accounts.toSorted((one, other) => isCard(one) - isCard(other));
  return cardsLast.map((account) => ({
    id: account.accountId,
    name: account.name,
    number: numberOf(account),
    isGranted: granted.has(account.accountId),
    isOpen: isOpen && granted.has(account.accountId),
  }));
};

const isCard = ({ card }: CoreAccount): number => (card === undefined ? 0 : 1);

/** How the PSU knows the account: by its number, a card by what is not hidden of it. */
export const numberOf = (account: CoreAccount): string =>
  account.card?.maskedPan ?? account.bban ?? account.iban ?? "";
