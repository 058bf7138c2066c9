import type { OperationId, Schema } from "@varde/protocol";

export const tags = {
  payments: "Payments, single, bulk and periodic",
  baskets: "Signing baskets: several payments approved at once",
  accounts: "Accounts, balances and transactions the PSU has given consent to",
  cards: "Card accounts",
  psu: "Consent, agreements and the PSU",
  funds: "Confirmation of funds",
  tpp: "What the bank keeps of the TPP",
  sandbox: "Test data; a real bank answers 404 here",
} as const;

/** What an operation is about, what it takes and what it answers. */
export interface OperationText {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description?: string;
  /** The body it reads; that of a payment depends on the product. */
  readonly body?: Schema | "payment";
  /** The body of success; nothing, or one that depends on the product. */
  readonly answer?: Schema | "payment" | "record" | "records";
}

/** The texts of some operations. */
export type OperationTexts = Readonly<Partial<Record<OperationId, OperationText>>>;
