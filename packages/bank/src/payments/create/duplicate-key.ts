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
  let text = `${tppId}\n${debtorAccountId}\n${executionDate}`;
  for (const { creditor, amountMinor, currency, remittance, references } of orders) {
    const referencesJson = references.length === 0 ? "[]" : JSON.stringify(references);
    text += `\n${creditor.bban ?? creditor.iban ?? ""}\n${amountMinor}${currency}`;
    text += `\n${JSON.stringify(remittance)}\n${referencesJson}`;
  }
  return crypto.hash("sha256", text, "base64url");
};
