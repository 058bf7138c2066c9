import type { TransactionStatus } from "@varde/protocol";

export const paymentEvents = [
  "signed",
  "signedWithChange",
  "signedToBookAtOnce",
  "signedPartly",
  "deleted",
  "timedOut",
  "timedOutPartly",
  "takenByBatch",
  "cancelled",
  "changed",
  "changedWithMove",
  "sentToClearing",
  "handedToCorrespondent",
  "settled",
  "lackedFunds",
  "refused",
  "gaveUp",
  "returned",
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/**
 * From × event → to; transitions that are not listed cannot happen. A payment that is booked at
 * once is PDNG between its signing and the response of the core bank. Giving up and a return are
 * recorded, but do not change the status: ACCP then stays, and ACSC is final. The PSU may change a
 * waiting payment in the bank's own channel; it is ACWC while its date is one that the bank moved.
 */
export const paymentTransitions: Readonly<
  Record<TransactionStatus, Partial<Record<PaymentEvent, TransactionStatus>>>
> = {
  RCVD: {
    signed: "ACTC",
    signedWithChange: "ACWC",
    signedToBookAtOnce: "PDNG",
    signedPartly: "RCVD",
    deleted: "CANC",
    timedOut: "CANC",
    timedOutPartly: "RJCT",
    refused: "RJCT",
  },
  ACTC: {
    takenByBatch: "PDNG",
    cancelled: "CANC",
    changed: "ACTC",
    changedWithMove: "ACWC",
  },
  ACWC: {
    takenByBatch: "PDNG",
    cancelled: "CANC",
    changed: "ACTC",
    changedWithMove: "ACWC",
  },
  PDNG: {
    sentToClearing: "ACSP",
    handedToCorrespondent: "ACWP",
    settled: "ACSC",
    lackedFunds: "ACCP",
    refused: "RJCT",
  },
  ACCP: { takenByBatch: "PDNG", cancelled: "CANC", gaveUp: "ACCP" },
  ACSP: { settled: "ACSC", refused: "RJCT" },
  ACWP: { settled: "ACSC", refused: "RJCT" },
  ACSC: { returned: "ACSC" },
  RJCT: {},
  CANC: {},
  PART: {},
};

export const nextPaymentStatus = (
  from: TransactionStatus,
  event: PaymentEvent,
): TransactionStatus | undefined => paymentTransitions[from][event];
