import type { Links, TransactionStatus } from "@varde/protocol";

/** What the bank adds to a payment's own fields when it is read. */
export interface PaymentDetails {
  readonly paymentId: string;
  readonly transactionStatus?: TransactionStatus;
  readonly _links?: Links;
}
