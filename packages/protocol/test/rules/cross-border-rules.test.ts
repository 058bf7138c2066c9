import assert from "node:assert/strict";
import { test } from "node:test";
import { regulatoryReportingCodes } from "../../src/data/payment-codes.ts";
import { ncbctBody, validateBody } from "../../src/schemas/index.ts";
import { aCrossBorderPayment, aPayment, aSepaPayment } from "../a-payment.ts";
import { productCheck } from "./product-check.ts";
import { someFacts } from "./some-facts.ts";

const ndct = productCheck("NDCT");
const ncbct = productCheck("NCBCT");
const cbct = productCheck("CBCT");
const sct = productCheck("SCT");

test("refuses urgency for products that do not support it", () => {
  const urgent = { serviceLevel: "URGP" };
  assert.deepEqual(ndct(aPayment(urgent)), ["FORMAT_ERROR /serviceLevel"]);
  assert.deepEqual(sct(aSepaPayment(urgent)), ["FORMAT_ERROR /serviceLevel"]);
});

test("accepts urgency only for payments to countries outside SEPA", () => {
  const urgent = (changes: object) => aCrossBorderPayment({ serviceLevel: "URGP", ...changes });
  const abroad = {
    creditorAgent: "CHASUS33",
    creditorAccount: { bban: "123456789", currency: "USD" },
  };
  for (const check of [ncbct, cbct]) {
    assert.deepEqual(check(urgent({})), ["FORMAT_ERROR /serviceLevel"]);
    assert.deepEqual(check(urgent(abroad)), []);
    // The IBAN says where the account is; its bank may have a BIC of another country.
    assert.deepEqual(check(urgent({ creditorAgent: "CHASUS33" })), ["FORMAT_ERROR /serviceLevel"]);
    assert.deepEqual(check(urgent({ ...abroad, creditorAgent: "DEUTDEFF" })), [
      "FORMAT_ERROR /serviceLevel",
    ]);
  }
});

test("NCB-08: requires exactly one of bban and iban for the creditor account", () => {
  const both = { bban: "1", iban: "DE89370400440532013000", currency: "EUR" };
  const creditor = (creditorAccount: object) =>
    aCrossBorderPayment({ creditorAccount, creditorAgent: "DEUTDEFF" });
  assert.deepEqual(ncbct(creditor(both)), ["FORMAT_ERROR /creditorAccount"]);
  assert.deepEqual(ncbct(creditor({ currency: "EUR" })), ["FORMAT_ERROR /creditorAccount"]);
});

test("NCB-13: requires exactly one of bban and iban for the debtor account", () => {
  const debtor = (debtorAccount: object) => aCrossBorderPayment({ debtorAccount });
  const both = { bban: "95360573002", iban: "NO0995360573002", currency: "NOK" };
  assert.deepEqual(ncbct(debtor(both)), ["FORMAT_ERROR /debtorAccount"]);
  assert.deepEqual(ncbct(debtor({ currency: "NOK" })), ["FORMAT_ERROR /debtorAccount"]);
  assert.deepEqual(ncbct(debtor({ iban: "NO0995360573002", currency: "NOK" })), []);
});

test("NCB-04: requires the creditor's bank for a creditor account with a BBAN", () => {
  const body = aCrossBorderPayment({ creditorAccount: { bban: "AB12", currency: "USD" } });
  assert.deepEqual(ncbct(body), ["FORMAT_ERROR /creditorAgent"]);
  assert.deepEqual(ncbct({ ...body, creditorAgent: "CHASUS33" }), []);
});

test("VAL-18: refuses an invalid IBAN unless it is a Norwegian account of this bank", () => {
  const from = (iban: string) => aCrossBorderPayment({ debtorAccount: { iban, currency: "NOK" } });
  assert.deepEqual(ncbct(from("NO6686011117948")), ["FORMAT_ERROR /debtorAccount/iban"]);
  assert.deepEqual(
    ncbct(from("NO6686011117948"), someFacts({ heldBbans: new Set(["86011117948"]) })),
    [],
  );
  assert.deepEqual(ncbct(from("NO9486011117947")), ["FORMAT_ERROR /debtorAccount/iban"]);
});

const large = [
  ["NOK", "99999.99", false],
  ["NOK", "100000.00", true],
  ["EUR", "9999.99", false],
  ["EUR", "10000.00", true],
] as const;
const report = {
  regulatoryReportingCode: "14",
  regulatoryReportingInformation: "Machine parts",
};

for (const [currency, amount, isLarge] of large) {
  test(`NCB-22: ${currency} ${amount} ${isLarge ? "needs" : "does not need"} reporting`, () => {
    const body = aCrossBorderPayment({ instructedAmount: { amount, currency } });
    const code = "FORMAT_ERROR /regulatoryReportingCode";
    const text = "FORMAT_ERROR /regulatoryReportingInformation";
    assert.deepEqual(ncbct(body), isLarge ? [code, text] : []);
    assert.deepEqual(ncbct({ ...body, regulatoryReportingCode: "14" }), isLarge ? [text] : []);
    assert.deepEqual(
      ncbct({ ...body, regulatoryReportingInformation: "Parts" }),
      isLarge ? [code] : [],
    );
    assert.deepEqual(ncbct({ ...body, ...report }), []);
    for (const blank of ["", "  "]) {
      const reported = { ...body, ...report, regulatoryReportingInformation: blank };
      assert.deepEqual(ncbct(reported), isLarge ? [text] : []);
    }
  });
}

test("NCB-18: accepts exactly the 16 reporting codes", () => {
  assert.equal(Object.keys(regulatoryReportingCodes).length, 16);
  const body = (regulatoryReportingCode: string) =>
    aCrossBorderPayment({ ...report, regulatoryReportingCode });
  for (const code of Object.keys(regulatoryReportingCodes)) assert.deepEqual(ncbct(body(code)), []);
  for (const code of ["99", "1", ""]) {
    const [violation] = validateBody(ncbctBody, body(code)).violations;
    assert.equal(violation?.path, "/regulatoryReportingCode");
  }
});

test("requires euro and an IBAN in SEPA for a SEPA payment", () => {
  const nok = aSepaPayment({ instructedAmount: { amount: "1.00", currency: "NOK" } });
  assert.deepEqual(sct(nok), ["FORMAT_ERROR /instructedAmount/currency"]);
  const brazil = aSepaPayment({ creditorAccount: { iban: "BR1800360305000010009795493C1" } });
  assert.deepEqual(sct(brazil), ["FORMAT_ERROR /creditorAccount/iban"]);
  assert.deepEqual(sct(aSepaPayment({ debtorAccount: {} })), ["FORMAT_ERROR /debtorAccount"]);
});
