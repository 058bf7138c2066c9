import type { TransactionStatus } from "@varde/protocol";

export const paymentEvents = [
  "signed",
  "signedWithChange",
  "signedToBookAtOnce",
  "deleted",
  "timedOut",
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
 * From × event → to; what is not here cannot happen. A payment that is booked at once is PDNG for
 * the moment between its signing and the core bank's answer. Giving up and a return are told, but
 * leave the status as it is: ACCP stays for good, and ACSC is final. The PSU may change a payment
 * that waits, in the ownChannel; ACWC is for a day that the bank had to move, so it comes and goes.
 */
export const paymentTransitions: Readonly<
  Record<TransactionStatus, Partial<Record<PaymentEvent, TransactionStatus>>>
> = {
  RCVD: {
    signed: "ACTC",
    signedWithChange: "ACWC",
    signedToBookAtOnce: "PDNG",
    deleted: "CANC",
    timedOut: "CANC",
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
