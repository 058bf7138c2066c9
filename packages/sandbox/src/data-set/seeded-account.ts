import type { AccountId } from "@varde/bank";
import { formatNorwegianIban, kidCheckDigit, type NorwegianBban } from "@varde/protocol";
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

/** Creates the accounts of one bank from those of the first one, which the data set is written for. */
export const accountsAt = (bank: BankIdentity) => {
  const step = BigInt(bank.bankNumber) - BigInt(bankIdentity.bankNumber);
  // Another id gives an account another history too.
  const idAt = (accountId: AccountId): AccountId =>
    step === 0n ? accountId : `${accountId}-${bank.bankNumber}`;
  /** A tenth more at each further bank, so that a reader sees which bank an amount is from. */
  const balanceAt = (minor: bigint): bigint => minor + (minor * step) / 10n;

  /** Creates an account that people and companies pay from. */
  const currentAccount = (
    accountId: AccountId,
    bbanAtFirst: string,
    balanceMinor: bigint,
    changes: Changes = {},
  ): SeededAccount => {
    const bban = accountNumberAt(bank, bbanAtFirst);
    return {
      accountId: idAt(accountId),
      bban,
      iban: formatNorwegianIban(bban),
      balanceMinor: balanceAt(balanceMinor),
      kind: "current",
      currency: "NOK",
      name: "Brukskonto",
      product: "Brukskonto",
      cashAccountType: "CACC",
      creditLineMinor: 0n,
      mayPay: true,
      ...changes,
    };
  };
  return {
    currentAccount,
    savingsAccount: (
      accountId: AccountId,
      bbanAtFirst: string,
      balanceMinor: bigint,
      changes: Changes = {},
    ): SeededAccount => {
      const savings = {
        kind: "savings",
        name: "Sparekonto",
        product: "Sparekonto",
        cashAccountType: "SVGS",
      } as const;
      return currentAccount(accountId, bbanAtFirst, balanceMinor, { ...savings, ...changes });
    },
    creditCard: (
      accountId: AccountId,
      lastDigits: string,
      /** The reference of the card at the first bank. */
      reference: string,
      /** What is owed at each bank, in the order of the banks. */
      debtsMinor: readonly bigint[],
      creditLimitMinor: bigint,
    ): SeededCard => ({
      accountId: idAt(accountId),
      maskedPan: `${541_333n + step}******${lastDigits}`,
      relatedAccount: `99${step}${reference.slice(3)}`,
      currency: "NOK",
      name: "Kredittkort",
      product: `${bank.name.split(" ", 1)[0]} Kredittkort`,
      balanceMinor: -(debtsMinor[Number(step)] ?? 0n),
      creditLimitMinor,
    }),
  };
};

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
