import {
  type AccountId,
  bigInteger,
  fragment,
  json,
  nullable,
  table,
  text,
  type WorldId,
} from "@varde/storage";

/** The known details of one side of a payment. */
export interface Party {
  readonly name?: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly bic?: string;
  readonly country?: string;
}

export interface StructuredReference {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** The descriptive details of a transaction, which never enter a calculation. */
export interface TransactionTexts {
  readonly debtor?: Party;
  readonly creditor?: Party;
  readonly ultimateDebtor?: string;
  readonly ultimateCreditor?: string;
  readonly remittanceUnstructured?: readonly string[];
  readonly remittanceStructured?: readonly StructuredReference[];
  readonly endToEndId?: string;
  readonly purposeCode?: string;
  readonly bankTransactionCode?: string;
  readonly proprietaryBankTransactionCode?: string;
  /** The bank's own references, in order. */
  readonly references?: readonly string[];
  /** Stored and returned unchanged, for example the shop of a card purchase. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The ordered amount, when its currency differs from the account's. */
export interface CurrencyExchange {
  readonly originalCurrency: string;
  readonly originalMinor: bigint;
  /**
   * Units of the account's currency for one unit of the original currency, in parts per million.
   */
  readonly ratePpm: bigint;
}

export const withoutExchange = { originalCurrency: null, originalMinor: null, ratePpm: null };

export const transactionKinds = ["payment", "fee", "return", "history", "opening"] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export const transactionTable = table("ledger_transaction", {
  worldId: text<WorldId>(),
  id: text(),
  kind: text<TransactionKind>(),
  /** YYYY-MM-DD */
  bookingDate: text(),
  /** YYYY-MM-DD */
  valueDate: text(),
  bookedAt: bigInteger,
  instructionId: nullable(text()),
  originalCurrency: nullable(text()),
  originalMinor: nullable(bigInteger),
  ratePpm: nullable(bigInteger),
  texts: json<TransactionTexts>(),
});

/** Returns the id of the transaction that opens an account. */
export const openingTransactionId = (accountId: AccountId): string => `opening:${accountId}`;

/** Each transaction has two or more postings, which add up to zero in each currency. */
export const postingTable = table("ledger_posting", {
  worldId: text<WorldId>(),
  accountId: text<AccountId>(),
  bookingDate: text(),
  transactionId: text(),
  currency: text(),
  amountMinor: bigInteger,
});

/** The number of postings of an account on one day. */
export const dayTable = table("ledger_day", {
  worldId: text<WorldId>(),
  accountId: text<AccountId>(),
  bookingDate: text(),
  postings: bigInteger,
});

/** A booked transaction from one account's point of view. It never changes. */
export interface BookedTransaction {
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: TransactionKind;
  /** YYYY-MM-DD */
  readonly bookingDate: string;
  /** YYYY-MM-DD */
  readonly valueDate: string;
  readonly bookedAt: bigint;
  /** Negative when the account was debited. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly instructionId: string | null;
  readonly exchange: CurrencyExchange | null;
  readonly texts: TransactionTexts;
}

/** A movement that is reserved or in transit, and may still change or disappear. */
export interface PendingTransaction {
  readonly id: string;
  readonly accountId: AccountId;
  /** A fee is an entry of its own, as it is when it is booked. */
  readonly kind: "payment" | "fee" | "reservation";
  /** Negative when the account will be debited. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly since: bigint;
  readonly instructionId: string | null;
  readonly exchange: CurrencyExchange | null;
  readonly texts: TransactionTexts;
}

export interface ExchangeColumns {
  readonly original_currency: string | null;
  readonly original_minor: bigint | null;
  readonly rate_ppm: bigint | null;
}

/** The columns of a `TransactionRow`, from ledger_transaction t and ledger_posting p. */
export const bookedColumns = fragment`t.id, p.account_id, t.kind, p.booking_date, t.value_date,
  t.booked_at, p.amount_minor, p.currency, t.instruction_id, t.original_currency, t.original_minor,
  t.rate_ppm, t.texts`;

export interface TransactionRow extends ExchangeColumns {
  readonly id: string;
  readonly account_id: AccountId;
  readonly kind: TransactionKind;
  readonly booking_date: string;
  readonly value_date: string;
  readonly booked_at: bigint;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly instruction_id: string | null;
  readonly texts: string;
}

export function transactionFromRow(row: TransactionRow): BookedTransaction {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    bookingDate: row.booking_date,
    valueDate: row.value_date,
    bookedAt: row.booked_at,
    amountMinor: row.amount_minor,
    currency: row.currency,
    instructionId: row.instruction_id,
    exchange: exchangeFromColumns(row),
    texts: JSON.parse(row.texts),
  };
}

export function exchangeFromColumns(columns: ExchangeColumns): CurrencyExchange | null {
  const { original_currency, original_minor, rate_ppm } = columns;
  if (original_currency === null || original_minor === null || rate_ppm === null) return null;
  return {
    originalCurrency: original_currency,
    originalMinor: original_minor,
    ratePpm: rate_ppm,
  };
}
