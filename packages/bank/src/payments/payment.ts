import type {
  Currency,
  PaymentProduct,
  PaymentService,
  PsuContext,
  TransactionStatus,
} from "@varde/protocol";
import type { BatchKind } from "../calendar/batch-times.ts";
import type { Instruction } from "../ports/core-bank.ts";

/** Why a payment is made on another day than was asked for. */
export const dateMoves = ["not-bank-day", "day-passed", "cut-off-passed"] as const;
export type DateMove = (typeof dateMoves)[number];

/** A payment as the bank keeps it. `body` is what the TPP sent, the rest is what was made of it. */
export interface Payment {
  readonly paymentId: string;
  readonly worldId: string;
  readonly tppId: string;
  /** Not known before the SCA of a single-SCA payment. */
  readonly personId: string | undefined;
  readonly agreementId: string | undefined;
  readonly context: PsuContext | undefined;
  readonly service: PaymentService;
  readonly product: PaymentProduct;
  readonly route: Instruction["route"];
  readonly status: TransactionStatus;
  readonly version: bigint;
  readonly body: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly debtorAccountId: string;
  readonly executionDate: string;
  /** Why the bank moved the execution date that was asked for, if it did. */
  readonly dateMoved: DateMove | undefined;
  readonly feeMinor: bigint;
  readonly feeCurrency: Currency;
  readonly fundsAvailable: boolean | undefined;
  readonly failure: string | undefined;
  readonly basketId: string | undefined;
  /** The bulk or periodic payment this one belongs to. */
  readonly parentId: string | undefined;
  /** Which of the day's runs takes it; none takes a parent, or a payment that was given up. */
  readonly batchKind: BatchKind | undefined;
  readonly sessionId: string;
  /** HDR-10: the TPP's brand, as the PSU is shown it at every SCA about the payment. */
  readonly brand: string | undefined;
  /** The guard row that keeps a logical duplicate out; gone once the payment failed. */
  readonly duplicateKey: string | undefined;
  readonly createdAt: number;
  readonly signedAt: number | undefined;
  readonly statusAt: number;
}

/** What of a payment tells whose it is and how it stands. */
export type PaymentState = Pick<
  Payment,
  | "paymentId"
  | "worldId"
  | "tppId"
  | "personId"
  | "agreementId"
  | "context"
  | "service"
  | "product"
  | "status"
  | "debtorAccountId"
  | "executionDate"
  | "dateMoved"
  | "fundsAvailable"
  | "failure"
  | "basketId"
  | "parentId"
  | "signedAt"
>;

/** Booked before the PSU is back at the TPP, rather than in a batch on its day. */
export const isBookedAtOnce = (
  payment: Pick<Payment, "route" | "executionDate">,
  today: string,
): boolean =>
  (payment.route === "own-bank" || payment.route === "instant") && payment.executionDate <= today;
