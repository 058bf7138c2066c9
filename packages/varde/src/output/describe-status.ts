import type { BasketStatus, TransactionStatus } from "@varde/protocol";
import type { Terminal } from "./terminal.ts";

/** The meaning of each status. */
const statusMeanings: Readonly<Record<TransactionStatus, string>> = {
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
  PART: "some of the payments were accepted, some rejected",
};

export const describeStatus = (status: TransactionStatus): string =>
  `${status}  ${statusMeanings[status]}`;

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
