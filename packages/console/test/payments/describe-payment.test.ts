import assert from "node:assert/strict";
import { test } from "node:test";
import { describePayee, describeSum } from "../../src/payments/describe-payment.ts";

const aPayment = { amount: "12345.60", currency: "NOK", creditor: "Ola Nordmann" };

test("a payment is described by its payee and its amount", () => {
  assert.equal(describePayee(aPayment), "Ola Nordmann");
  assert.equal(describeSum(aPayment), "12,345.60 NOK");
});

const aBulk = { amount: "12345.60", currency: "NOK", payments: 3 };

test("a bulk is described by the number of its payments", () => {
  assert.equal(describePayee(aBulk), "3 payments");
  assert.equal(describeSum(aBulk), "12,345.60 NOK");
});

test("a bulk in several currencies has no sum", () => {
  assert.equal(describeSum({ ...aBulk, amount: "" }), "several currencies");
});
