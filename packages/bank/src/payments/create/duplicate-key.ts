import crypto from "node:crypto";
import type { AccountId, TppId } from "../../ports/ids.ts";
import type { PaymentOrder } from "../payment-order.ts";

/** END-27: returns a key that is equal for logical duplicates. */
export const duplicateKey = (
  tppId: TppId,
  debtorAccountId: AccountId,
  orders: readonly PaymentOrder[],
  executionDate: string,
): string => {
  const parts = [tppId, debtorAccountId, executionDate];
  for (const { creditor, amountMinor, currency, remittance, references } of orders) {
    parts.push(creditor.bban ?? creditor.iban ?? "", `${amountMinor}${currency}`);
    parts.push(
      JSON.stringify(remittance),
      references.length === 0 ? "[]" : JSON.stringify(references),
    );
  }
  return crypto.hash("sha256", parts.join("\n"), "base64url");
};
