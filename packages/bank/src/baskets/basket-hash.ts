import { hash } from "node:crypto";
import type { Payment } from "../payments/payment.ts";
import { hashOfPayment } from "../payments/payment-hash.ts";

/** Dynamic linking of many payments: an SCA is void once any of them has changed. */
export const basketHash = (members: readonly Payment[]): string =>
  hash("sha256", members.map(hashOfPayment).join("\n"), "base64url");
