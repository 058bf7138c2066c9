import type { OperationId } from "@varde/protocol";

export const tags = {
  payments: "Payments: single, bulk and periodic",
  baskets: "Signing baskets: several payments approved at once",
  accounts: "Accounts, balances and transactions with the PSU's consent",
  cards: "Card accounts",
  psu: "Consent, agreements and the PSU",
  funds: "Confirmation of funds",
  tpp: "Contact information of the TPP",
  sandbox: "Test data (sandbox only; production returns 404)",
} as const;

/** Texts of the reference for an operation. */
export interface OperationText {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description: string;
}

/** The texts of some operations. */
export type OperationTexts = Readonly<Partial<Record<OperationId, OperationText>>>;
