import type {
  Currency,
  PaymentProduct,
  PaymentService,
  PsuContext,
  TransactionStatus,
} from "@varde/protocol";
import {
  bigInteger,
  type Column,
  flag,
  integer,
  json,
  named,
  optional,
  type RecordOf,
  table,
  text,
} from "@varde/storage";
import type { BatchKind } from "../calendar/batch-times.ts";
import type { Instruction, PsuDevice } from "../ports/core-bank.ts";
import type {
  AccountId,
  AgreementId,
  BasketId,
  PaymentId,
  PersonId,
  ScaId,
  SessionId,
  TppId,
  WorldId,
} from "../ports/ids.ts";

/** How long a payment waits for the PSU's approval. */
export const unsignedDaysMax = 30;
export const unsignedMsMax = unsignedDaysMax * 24 * 60 * 60_000;

/** Reasons to execute a payment on another date than requested. */
export const dateMoves = ["not-bank-day", "day-passed", "cut-off-passed"] as const;
export type DateMove = (typeof dateMoves)[number];

const dateMoveColumn: Column<DateMove | undefined> = {
  read: (code) => dateMoves[Number(code) - 1],
  /** The position in the list, starting at 1; 0 means that the date was not moved. */
  write: (move) => (move === undefined ? 0 : dateMoves.indexOf(move) + 1),
};

export const dateMoveCode = dateMoveColumn.write;

export const paymentTable = table("payment", {
  paymentId: text<PaymentId>(),
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  /** Undefined until the SCA of a single-SCA payment. */
  personId: optional(text<PersonId>()),
  agreementId: optional(text<AgreementId>()),
  context: optional(text<PsuContext>()),
  service: text<PaymentService>(),
  product: text<PaymentProduct>(),
  route: text<Instruction["route"]>(),
  status: text<TransactionStatus>(),
  version: bigInteger,
  /** The order as the TPP sent it; the other fields are derived or added. */
  body: text(),
  amountMinor: bigInteger,
  currency: text<Currency>(),
  debtorAccountId: text<AccountId>(),
  executionDate: text(),
  /** Why the bank moved the requested execution date, if it did. */
  dateMoved: dateMoveColumn,
  feeMinor: bigInteger,
  feeCurrency: text<Currency>(),
  fundsAvailable: optional(flag),
  failure: optional(text()),
  basketId: optional(text<BasketId>()),
  /** The bulk or periodic payment this one belongs to. */
  parentId: optional(text<PaymentId>()),
  /** The calendar date of its execution, unique among those of a periodic payment. */
  occurrence: optional(text()),
  /** The kind of batch that takes it; undefined for a parent or a payment that was given up. */
  batchKind: named("taken_by", optional(text<BatchKind>())),
  sessionId: text<SessionId>(),
  /** HDR-10: the TPP's brand, which the PSU is shown at every SCA about the payment. */
  brand: optional(text()),
  /**
   * Key of the row that prevents a logical duplicate; the row is deleted when the payment fails.
   */
  duplicateKey: optional(text()),
  /** The SCA that approved it. */
  scaId: optional(text<ScaId>()),
  /** Personal data for fraud monitoring; erased after its retention period. */
  psuDevice: optional(json<PsuDevice>()),
  createdAt: integer,
  signedAt: optional(integer),
  /**
   * How many more people must sign, from the first signature that the bank's mandates decide on; 0
   * once it is complete.
   */
  signaturesMissing: optional(integer),
  statusAt: integer,
});

/** A payment as it is stored. */
export interface Payment extends RecordOf<typeof paymentTable> {}

/** The fields that show the owner and the state of a payment. */
export const paymentStates = paymentTable.pick(
  "paymentId",
  "worldId",
  "tppId",
  "personId",
  "agreementId",
  "context",
  "service",
  "product",
  "status",
  "debtorAccountId",
  "executionDate",
  "dateMoved",
  "fundsAvailable",
  "failure",
  "basketId",
  "parentId",
  "signedAt",
  "signaturesMissing",
  "body",
);
export interface PaymentState extends RecordOf<typeof paymentStates> {}

/** The fields of a payment that a move needs. */
export const movableFields = [
  "paymentId",
  "worldId",
  "status",
  "version",
  "duplicateKey",
] as const satisfies readonly (keyof Payment)[];
export type MovablePayment = Pick<Payment, (typeof movableFields)[number]>;

/** Whether some of the people who must sign it have signed, and others have not. */
export const isPartlySigned = ({
  status,
  signaturesMissing,
}: Pick<Payment, "status" | "signaturesMissing">): boolean =>
  status === "RCVD" && signaturesMissing !== undefined;

/** Whether it is booked before the PSU returns to the TPP, rather than in a batch. */
export const isBookedAtOnce = (
  payment: Pick<Payment, "route" | "executionDate">,
  today: string,
): boolean =>
  (payment.route === "own-bank" || payment.route === "instant") && payment.executionDate <= today;
