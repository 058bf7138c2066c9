import type { BasketStatus, TransactionStatus } from "@varde/protocol";

/** What a status means, in a few words. */
const statusMeanings: Readonly<Record<TransactionStatus, string>> = {
  RCVD: "received, not approved by the PSU yet",
  ACTC: "approved, waiting for its day or the next batch",
  ACWC: "approved, and the bank changed something (see the messages)",
  PDNG: "being processed",
  ACCP: "approved, but funds are missing; tried again in the next batches",
  ACSP: "sent to clearing",
  ACWP: "handed to the correspondent bank, not credited yet",
  ACSC: "settled: the money has moved",
  RJCT: "rejected",
  CANC: "cancelled",
  PART: "some of the payments were accepted, some rejected",
};

export const describeStatus = (status: TransactionStatus): string =>
  `${status}  ${statusMeanings[status]}`;

/** A basket's status is that of its worst payment, in a language of four words. */
const basketMeanings: Readonly<Record<BasketStatus, string>> = {
  RCVD: "received, not approved by the PSU yet",
  ACTC: "approved, all of it; how far each payment is, its own status tells",
  PATC: "approved, but funds are missing for some of it",
  RJCT: "some of it was rejected or cancelled",
};

export const describeBasketStatus = (status: BasketStatus): string =>
  `${status}  ${basketMeanings[status]}`;
