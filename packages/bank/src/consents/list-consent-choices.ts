import type { Bank } from "../bank.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import type { AccountId } from "../ports/ids.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import { type Consent, type ConsentKey, covers, isConsentExpired } from "../records/consent.ts";
import type { ConsentChoice } from "../sca/sca-subject.ts";
import { findConsent } from "./consent-store.ts";

/** Finds the agreement if this person may still act under it. */
export const findConsentAgreement = async (
  key: Pick<ConsentKey, "worldId" | "personId" | "agreementId">,
  bank: Pick<Bank, "psuDirectory">,
): Promise<Agreement | undefined> => {
  const agreements = await bank.psuDirectory.listAgreements(key.worldId, key.personId);
  return agreements.find((one) => one.agreementId === key.agreementId);
};

/** Whether all these accounts belong to the agreement. */
export const agreementHasAccounts = (
  agreement: Agreement | undefined,
  accountIds: readonly AccountId[],
): boolean =>
  agreement !== undefined && new Set(accountIds).isSubsetOf(new Set(agreement.accountIds));

/**
 * SCA-12, SCA-13: lists the accounts with those already granted ticked. They stay ticked after the
 * consent expires, so that renewing takes one click, but `isOpen` is then false.
 */
export const listConsentChoices = async (
  key: ConsentKey & Pick<Consent, "scope">,
  now: number,
  bank: Pick<Bank, "psuDirectory" | "coreBank" | "storage">,
): Promise<readonly ConsentChoice[]> => {
  const agreement = await findConsentAgreement(key, bank);
  const accounts = await bank.coreBank.listAccounts(key.worldId, agreement?.accountIds ?? []);
  const consent = await bank.storage.read(() => findConsent(key));
  const isGranted = consent !== undefined && covers(consent.scope, key.scope);
  const granted = new Set(isGranted ? consent.accountIds : []);
  const isOpen = consent !== undefined && !isConsentExpired(consent, now);
  const cardsLast = accounts.toSorted((one, other) => isCard(one) - isCard(other));
  return cardsLast.map((account) => ({
    id: account.accountId,
    name: account.name,
    number: accountNumber(account),
    isGranted: granted.has(account.accountId),
    isOpen: isOpen && granted.has(account.accountId),
  }));
};

const isCard = ({ card }: CoreAccount): number => (card === undefined ? 0 : 1);

/** The number by which the PSU recognises the account; for a card, the masked card number. */
export const accountNumber = (account: CoreAccount): string =>
  account.card?.maskedPan ?? account.bban ?? account.iban ?? "";
