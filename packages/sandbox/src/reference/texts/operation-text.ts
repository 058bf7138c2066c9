import type { OperationId } from "@varde/protocol";

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

/** What the reference says about an operation beside what the registry knows. */
export interface OperationText {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description?: string;
}

/** The texts of some operations. */
export type OperationTexts = Readonly<Partial<Record<OperationId, OperationText>>>;
