import type { BasketStatus, PaymentStatusResponse, TransactionStatus } from "@varde/protocol";
import { isWaitingForSigners } from "@varde/tpp";
import type { Terminal } from "./terminal.ts";

/** The meaning of each status. A bank may show PATC where others must approve too. */
const statusMeanings: Readonly<Record<TransactionStatus | "PATC", string>> = {
  RCVD: "received, not approved by the PSU yet",
  ACTC: "approved, waiting for its execution date or the next batch",
  ACWC: "approved, and the bank changed something (see the messages)",
  PDNG: "being processed",
  ACCP: "approved, but there are not enough funds; the next batches try again",
  ACSP: "sent to clearing",
  ACWP: "handed to the correspondent bank, not credited yet",
  ACSC: "settled: the money has moved",
  RJCT: "rejected",
  CANC: "cancelled",
  PATC: "approved, and other people must approve it too",
  PART: "some of the payments were accepted, some rejected",
};

export const describeStatus = (status: TransactionStatus): string =>
  `${status}  ${statusMeanings[status]}`;

/** Describes the status of a payment that other people may have to approve too. */
export const describePaymentStatus = (response: PaymentStatusResponse): string =>
  isWaitingForSigners(response)
    ? `${response.transactionStatus}  ${statusMeanings.PATC}`
    : describeStatus(response.transactionStatus);

/** The meaning of each status of a basket, which is that of its worst payment. */
const basketMeanings: Readonly<Record<BasketStatus, string>> = {
  RCVD: "received, not approved by the PSU yet",
  ACTC: "all payments are approved; each has its own status",
  PATC: "some payments wait for other people to approve them, or lack funds",
  RJCT: "some payments were rejected or cancelled",
};

export const describeBasketStatus = (status: BasketStatus): string =>
  `${status}  ${basketMeanings[status]}`;

interface PaymentResponse {
  readonly tppMessages?: readonly { readonly category: string; readonly text?: string }[];
  readonly psuMessage?: string;
}

/** Prints the bank's messages for the TPP and for the PSU. */
export const printMessages = (response: PaymentResponse, { line, paint }: Terminal): void => {
  for (const { category, text = "" } of response.tppMessages ?? []) {
    line(`  ${paint(category === "ERROR" ? "red" : "yellow", category)} ${text}`);
  }
  if (response.psuMessage !== undefined) line(`  Message for the PSU: ${response.psuMessage}`);
};
