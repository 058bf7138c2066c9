import { hash } from "node:crypto";
import type { PaymentOrder } from "./payment-order.ts";

/** Two payments, or two bulks, with the same key within a day are taken for one sent twice. */
export const duplicateKeyOf = (
  tppId: string,
  debtorAccountId: string,
  orders: readonly PaymentOrder[],
  executionDate: string,
): string =>
  hash(
    "sha256",
    JSON.stringify([
      tppId,
      debtorAccountId,
      ...orders.flatMap(({ creditor, amountMinor, currency, ...order }) => [
        creditor.bban ?? creditor.iban,
        `${amountMinor}${currency}`,
        executionDate,
        order.remittance,
        order.references,
      ]),
    ]),
    "base64url",
  );
