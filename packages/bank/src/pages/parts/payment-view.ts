import type { Frequency } from "@varde/protocol";

/** Minor units and the currency's number of fraction digits. */
export type Money = { amountMinor: bigint; currency: string; fractionDigits: number };

/** The TPP as the PSU knows it. */
export type Requester = { name: string; brand?: string };

export type AccountView = { number: string; name?: string };
export type RemittanceView = { kind: "message" | "kid" | "reference"; text: string };

/** Units of `to` for one unit of `from`, as a decimal string with a point. */
export type ExchangeView = { from: string; to: string; rate: string };

export type ScheduleView = {
  frequency: Frequency;
  startDate: string;
  endDate?: string;
  /** 1 to 31, where 31 is the last day of the month. */
  dayOfExecution?: number;
  /** 1 to 12. */
  monthsOfExecution?: readonly number[];
};

/** The details that dynamic linking binds. Dates are ISO 8601 days in Oslo. */
export type PaymentView = {
  amount: Money;
  /** `country` is a code like DE. */
  payee: { name: string; account: string; country?: string; bic?: string };
  fromAccount: AccountView;
  /** Absent for an instant payment and for one with a schedule. */
  executionDate?: string;
  schedule?: ScheduleView;
  remittance?: readonly RemittanceView[];
  /** Present if the account has another currency; then `debited` and `total` are estimates. */
  exchange?: ExchangeView;
  debited?: Money;
  fee?: Money;
  /** Total debited from the account. */
  total?: Money;
};

/** A signing basket, or one bulk payment: sums per currency and every payee. */
export type BatchView = {
  kind: "basket" | "bulk";
  totals: readonly Money[];
  fromAccounts: readonly AccountView[];
  rows: readonly {
    payee: { name: string; account: string };
    amount: Money;
    executionDate?: string;
    reference?: string;
  }[];
  fee?: Money;
  /** The rates, and the debit of each account, fees included. */
  exchange?: {
    rates: readonly ExchangeView[];
    debits: readonly { account: AccountView; total: Money; isEstimate: boolean }[];
  };
};

/** The people who approve a payment of a company, if there are several. */
export type JointView = { needed: number; signed: readonly { name: string; at: number }[] };
