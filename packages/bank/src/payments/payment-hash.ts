import crypto from "node:crypto";
import type { Payment } from "./payment.ts";

/** Dynamic linking: everything the PSU is shown. An SCA is void once this has changed. */
export const hashOfPayment = (payment: HashedPayment): string => hashOf(shownOf(payment));

/** The same of payments that are shown and approved together. */
export const hashOfPayments = (payments: readonly HashedPayment[]): string =>
  hashOf(payments.map(shownOf));

/** What is told to the PSU of a payment, and must not change before they approve. */
export type HashedPayment = Pick<
  Payment,
  | "paymentId"
  | "body"
  | "amountMinor"
  | "currency"
  | "debtorAccountId"
  | "executionDate"
  | "feeMinor"
  | "feeCurrency"
>;

const shownOf = (payment: HashedPayment): readonly string[] => [
  payment.paymentId,
  payment.body,
  `${payment.amountMinor}${payment.currency}`,
  payment.debtorAccountId,
  payment.executionDate,
  `${payment.feeMinor}${payment.feeCurrency}`,
];

const hashOf = (shown: readonly unknown[]): string =>
  crypto.hash("sha256", JSON.stringify(shown), "base64url");
