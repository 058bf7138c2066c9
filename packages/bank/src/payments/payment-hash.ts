import { hash } from "node:crypto";
import type { Payment } from "./payment.ts";

/** Dynamic linking: everything the PSU is shown. An SCA is void once this has changed. */
export const hashOfPayment = (payment: Payment): string =>
  hash(
    "sha256",
    JSON.stringify([
      payment.paymentId,
      payment.body,
      `${payment.amountMinor}${payment.currency}`,
      payment.debtorAccountId,
      payment.executionDate,
      `${payment.feeMinor}${payment.feeCurrency}`,
    ]),
    "base64url",
  );
