import type { BasketStatus, TransactionStatus } from "@varde/protocol";

/** What a status means, in a few words. */
const statusMeanings: Readonly<Record<TransactionStatus | BasketStatus, string>> = {
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
  PATC: "partly approved",
};

export const describeStatus = (status: TransactionStatus | BasketStatus): string =>
  `${status}  ${statusMeanings[status]}`;
