import assert from "node:assert/strict";
import { test } from "node:test";
import { readOrder } from "../../src/payments/payment-order.ts";

const ibanOf = "NO9386011117947";

const order = (creditorAccount: object) =>
  readOrder({
    instructedAmount: { amount: "1.00", currency: "NOK" },
    creditorName: "Ola",
    creditorAccount,
    debtorAccount: { bban: "95360573002" },
  });

test("reads only the account number of the payee that the PSU is shown", () => {
  const { creditor } = order({ bban: "12345678903", iban: ibanOf });
  assert.equal(creditor.bban, "12345678903");
  assert.equal("iban" in creditor, false);
  assert.equal(order({ iban: ibanOf }).creditor.iban, ibanOf);
});
