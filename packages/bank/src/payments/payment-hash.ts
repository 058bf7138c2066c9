import crypto from "node:crypto";
import type { Payment } from "../records/payment.ts";
import { reEncodedTexts } from "./re-encoded-texts.ts";

/**
 * Hashes everything the PSU is shown, for dynamic linking. An SCA is void if the hash has changed.
 */
export const paymentHash = (payment: HashedPayment): string => hashShown(shownFields(payment));

/** Hashes payments that are shown and approved together. */
export const paymentsHash = (payments: readonly HashedPayment[]): string =>
  hashShown(payments.map(shownFields));

/** The fields that the PSU is shown and that must not change before the approval. */
export const hashedFields = [
  "paymentId",
  "body",
  "amountMinor",
  "currency",
  "debtorAccountId",
  "executionDate",
  "feeMinor",
  "feeCurrency",
] as const satisfies readonly (keyof Payment)[];
export type HashedPayment = Pick<Payment, (typeof hashedFields)[number]>;

const shownFields = (payment: HashedPayment): readonly string[] => [
  payment.paymentId,
  payment.body,
  ...reEncodedTexts(payment.body).map(({ sent }) => sent),
  `${payment.amountMinor}${payment.currency}`,
  payment.debtorAccountId,
  payment.executionDate,
  `${payment.feeMinor}${payment.feeCurrency}`,
];

const hashShown = (shown: readonly unknown[]): string =>
  crypto.hash("sha256", JSON.stringify(shown), "base64url");
