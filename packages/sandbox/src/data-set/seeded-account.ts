import type { AccountId } from "@varde/bank";
import { formatNorwegianIban, kidCheckDigit, type NorwegianBban } from "@varde/protocol";
import { addMinor, knownMinor } from "@varde/protocol/money";
import { type BankIdentity, bankIdentity } from "./bank-identity.ts";

/** An account of the published data set. */
export interface SeededAccount {
  readonly accountId: AccountId;
  readonly kind: "current" | "savings" | "tax";
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly cashAccountType: string;
  readonly balanceMinor: bigint;
  readonly creditLineMinor: bigint;
  readonly mayPay: boolean;
}

/** A credit card account. A purchase makes its balance more negative, down to the limit. */
export interface SeededCard {
  readonly accountId: AccountId;
  readonly maskedPan: string;
  /**
   * Value of debtorAccount.other.identification. It has twelve digits, so that it cannot be
   * mistaken for an account number, which has eleven.
   */
  readonly relatedAccount: string;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly balanceMinor: bigint;
  readonly creditLimitMinor: bigint;
}

type Changes = Partial<Omit<SeededAccount, "accountId" | "bban" | "iban" | "balanceMinor">>;

/**
 * Returns functions that create the accounts of a bank. Numbers, ids and balances are written as
 * those of the first bank, and each function derives from them those of its bank.
 */
export const accountsAt = (bank: BankIdentity) => ({
  currentAccount: createCurrent.bind(undefined, bank),
  savingsAccount: createSavings.bind(undefined, bank),
  creditCard: createCard.bind(undefined, bank),
});

/** Creates an account that people and companies pay from. */
function createCurrent(
  bank: BankIdentity,
  accountId: AccountId,
  bbanAtFirst: string,
  balanceMinor: bigint,
  changes: Changes = {},
): SeededAccount {
  const bban = accountNumberAt(bank, bbanAtFirst);
  return {
    accountId: idAt(bank, accountId),
    bban,
    iban: formatNorwegianIban(bban),
    // A tenth more at each further bank, so that a reader sees which bank an amount is from.
    balanceMinor: knownMinor(addMinor(balanceMinor, (balanceMinor * BigInt(placeOf(bank))) / 10n)),
    kind: "current",
    currency: "NOK",
    name: "Brukskonto",
    product: "Brukskonto",
    cashAccountType: "CACC",
    creditLineMinor: 0n,
    mayPay: true,
    ...changes,
  };
}

function createSavings(
  bank: BankIdentity,
  accountId: AccountId,
  bbanAtFirst: string,
  balanceMinor: bigint,
  changes: Changes = {},
): SeededAccount {
  const savings = {
    kind: "savings",
    name: "Sparekonto",
    product: "Sparekonto",
    cashAccountType: "SVGS",
  } as const;
  return createCurrent(bank, accountId, bbanAtFirst, balanceMinor, { ...savings, ...changes });
}

/** Creates a credit card account, from the debts at each bank, in the order of the banks. */
function createCard(
  bank: BankIdentity,
  accountId: AccountId,
  lastDigits: string,
  referenceAtFirst: string,
  debtsMinor: readonly bigint[],
  creditLimitMinor: bigint,
): SeededCard {
  const place = placeOf(bank);
  return {
    accountId: idAt(bank, accountId),
    maskedPan: `${541_333 + place}******${lastDigits}`,
    relatedAccount: `99${place}${referenceAtFirst.slice(3)}`,
    currency: "NOK",
    name: "Kredittkort",
    product: `${bank.name.split(" ", 1)[0]} Kredittkort`,
    balanceMinor: -(debtsMinor[place] ?? 0n),
    creditLimitMinor,
  };
}

/** Returns the place of a bank among the banks of the sandbox, from 0. */
const placeOf = ({ bankNumber }: BankIdentity): number =>
  Number(bankNumber) - Number(bankIdentity.bankNumber);

/** Returns the id of an account at a bank. With another id, it has another history too. */
const idAt = (bank: BankIdentity, accountId: AccountId): AccountId =>
  placeOf(bank) === 0 ? accountId : `${accountId}-${bank.bankNumber}`;

/**
 * Returns the account number at a bank that corresponds to one at the first bank. If its check
 * digit would be 10, which no account number has, it is the next one that has a check digit.
 */
export const accountNumberAt = (
  { bankNumber }: BankIdentity,
  bbanAtFirst: string,
): NorwegianBban => {
  for (let serial = Number(bbanAtFirst.slice(4, 10)); ; serial += 1) {
    const digits = `${bankNumber}${serial}`;
    const check = kidCheckDigit(digits, 11);
    if (check !== "-") return `${digits}${check}` as NorwegianBban;
  }
};
