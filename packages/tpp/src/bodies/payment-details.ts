import type { Links, TransactionStatus } from "@varde/protocol";

/** The fields that the bank adds to a payment when it is read. */
export interface PaymentDetails {
  readonly paymentId: string;
  readonly transactionStatus?: TransactionStatus;
  readonly _links?: Links;
}
