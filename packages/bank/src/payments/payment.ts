import type {
  Currency,
  PaymentProduct,
  PaymentService,
  PsuContext,
  TransactionStatus,
} from "@varde/protocol";
import type { BatchKind } from "../calendar/batch-times.ts";
import type { Instruction } from "../ports/core-bank.ts";

/** Reasons to execute a payment on another date than requested. */
export const dateMoves = ["not-bank-day", "day-passed", "cut-off-passed"] as const;
export type DateMove = (typeof dateMoves)[number];

/**
 * A payment as it is stored. `body` is what the TPP sent; the other fields are derived or added.
 */
export interface Payment {
  readonly paymentId: string;
  readonly worldId: string;
  readonly tppId: string;
  /** Undefined until the SCA of a single-SCA payment. */
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
  /** Why the bank moved the requested execution date, if it did. */
  readonly dateMoved: DateMove | undefined;
  readonly feeMinor: bigint;
  readonly feeCurrency: Currency;
  readonly fundsAvailable: boolean | undefined;
  readonly failure: string | undefined;
  readonly basketId: string | undefined;
  /** The bulk or periodic payment this one belongs to. */
  readonly parentId: string | undefined;
  /** The kind of batch that takes it; undefined for a parent or a payment that was given up. */
  readonly batchKind: BatchKind | undefined;
  readonly sessionId: string;
  /** HDR-10: the TPP's brand, which the PSU is shown at every SCA about the payment. */
  readonly brand: string | undefined;
  /**
   * Key of the row that prevents a logical duplicate; the row is deleted when the payment fails.
   */
  readonly duplicateKey: string | undefined;
  readonly createdAt: number;
  readonly signedAt: number | undefined;
  readonly statusAt: number;
}

/** The fields that show the owner and the state of a payment. */
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

/** Whether it is booked before the PSU returns to the TPP, rather than in a batch. */
export const isBookedAtOnce = (
  payment: Pick<Payment, "route" | "executionDate">,
  today: string,
): boolean =>
  (payment.route === "own-bank" || payment.route === "instant") && payment.executionDate <= today;
