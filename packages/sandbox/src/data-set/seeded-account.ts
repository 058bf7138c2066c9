import type { AccountId } from "@varde/bank";
import { formatNorwegianIban, type NorwegianBban } from "@varde/protocol";

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

/** Creates an account that people and companies pay from. */
export function currentAccount(
  accountId: AccountId,
  bban: string,
  balanceMinor: bigint,
  changes: Changes = {},
): SeededAccount {
  return {
    accountId,
    bban,
    iban: formatNorwegianIban(bban as NorwegianBban),
    balanceMinor,
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

export function savingsAccount(
  accountId: AccountId,
  bban: string,
  balanceMinor: bigint,
  changes: Changes = {},
): SeededAccount {
  const savings = {
    kind: "savings",
    name: "Sparekonto",
    product: "Sparekonto",
    cashAccountType: "SVGS",
  } as const;
  return currentAccount(accountId, bban, balanceMinor, { ...savings, ...changes });
}

export function creditCard(
  accountId: AccountId,
  lastDigits: string,
  relatedAccount: string,
  balanceMinor: bigint,
  creditLimitMinor: bigint,
): SeededCard {
  return {
    accountId,
    maskedPan: `541333******${lastDigits}`,
    relatedAccount,
    currency: "NOK",
    name: "Kredittkort",
    product: "Varde Kredittkort",
    balanceMinor,
    creditLimitMinor,
  };
}
