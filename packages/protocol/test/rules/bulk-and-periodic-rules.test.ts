import assert from "node:assert/strict";
import { test } from "node:test";
import { aBulk, aPayment, aPeriodicPayment } from "../a-payment.ts";
import { productCheck } from "./product-check.ts";
import { kidFacts } from "./some-facts.ts";

const bulk = productCheck("NDCT", "bulk-payments");
const periodic = productCheck("NDCT", "periodic-payments");
const to = (bban: string, currency = "NOK") => ({ creditorAccount: { bban, currency } });

test("reports a fault in one payment of a bulk with the path of that payment", () => {
  const { debtorAccount: _, ...payment } = aPayment();
  const payments = Array.from({ length: 5 }, () => payment);
  payments[3] = { ...payment, ...to("12345678901") };
  assert.deepEqual(bulk(aBulk({ payments })), ["FORMAT_ERROR /payments/3/creditorAccount/bban"]);
  assert.deepEqual(bulk(aBulk({ payments: [payment] }), kidFacts("mandatory")), [
    "KID_MISSING /payments/0/remittanceInformationStructuredArray",
  ]);
  assert.deepEqual(bulk(aBulk({ debtorAccount: { currency: "NOK" } })), [
    "FORMAT_ERROR /debtorAccount",
  ]);
  assert.deepEqual(bulk(aBulk({ requestedExecutionDate: "2026-11-14" })), [
    "EXECUTION_DATE_INVALID /requestedExecutionDate",
  ]);
});

test("reports at most 100 violations of a bulk", () => {
  const { debtorAccount: _, ...payment } = aPayment(to("12345678901"));
  const payments = Array.from({ length: 1000 }, () => payment);
  assert.equal(bulk(aBulk({ payments })).length, 100);
});

test("accepts both bban and iban in a periodic payment if they agree", () => {
  const account = (iban: string) => ({
    creditorAccount: { bban: "86011117947", iban, currency: "NOK" },
  });
  assert.deepEqual(periodic(aPeriodicPayment(account("NO9386011117947"))), []);
  assert.deepEqual(periodic(aPeriodicPayment(account("NO0995360573002"))), [
    "FORMAT_ERROR /creditorAccount",
  ]);
  const iban = { creditorAccount: { iban: "NO9386011117947", currency: "NOK" } };
  assert.deepEqual(periodic(aPeriodicPayment(iban)), []);
  assert.deepEqual(periodic(aPeriodicPayment(iban), kidFacts("mandatory")), [
    "KID_MISSING /remittanceInformationStructuredArray",
  ]);
  assert.deepEqual(periodic(aPeriodicPayment({ creditorAccount: { currency: "NOK" } })), [
    "FORMAT_ERROR /creditorAccount",
  ]);
  const abroad = { creditorAccount: { iban: "DE89370400440532013000", currency: "NOK" } };
  assert.deepEqual(periodic(aPeriodicPayment(abroad)), ["FORMAT_ERROR /creditorAccount/iban"]);
  const { creditorAccount: debtorAccount } = abroad;
  assert.deepEqual(periodic(aPeriodicPayment({ debtorAccount })), [
    "FORMAT_ERROR /debtorAccount/iban",
  ]);
});

test("requires a valid start date and an end date that is not before it", () => {
  assert.deepEqual(periodic(aPeriodicPayment({ startDate: "2026-11-14" })), [
    "EXECUTION_DATE_INVALID /startDate",
  ]);
  assert.deepEqual(periodic(aPeriodicPayment({ startDate: "2026-02-30" })), [
    "FORMAT_ERROR /startDate",
  ]);
  assert.deepEqual(periodic(aPeriodicPayment({ endDate: "2026-12-01" })), []);
  for (const endDate of ["2026-11-30", "2027-02-29"]) {
    assert.deepEqual(periodic(aPeriodicPayment({ endDate })), ["FORMAT_ERROR /endDate"]);
  }
});

test("requires months with MonthlyVariable and refuses them otherwise", () => {
  const months = ["FORMAT_ERROR /monthsOfExecution"];
  assert.deepEqual(periodic(aPeriodicPayment({ monthsOfExecution: ["1"] })), months);
  assert.deepEqual(periodic(aPeriodicPayment({ frequency: "MonthlyVariable" })), months);
  const sound = { frequency: "MonthlyVariable", monthsOfExecution: ["1", "7"] };
  assert.deepEqual(periodic(aPeriodicPayment(sound)), []);
});
