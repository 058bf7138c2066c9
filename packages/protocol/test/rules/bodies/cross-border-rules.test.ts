import assert from "node:assert/strict";
import { test } from "node:test";
import { regulatoryReportingCodes } from "../../../src/data/index.ts";
import { ncbctBody, validateBody } from "../../../src/schemas/index.ts";
import { aCrossBorderPayment, aPayment, aSepaPayment } from "../../a-payment.ts";
import { judgeOf } from "./judge-of.ts";
import { someFacts } from "./some-facts.ts";

const ndct = judgeOf("NDCT");
const ncbct = judgeOf("NCBCT");
const cbct = judgeOf("CBCT");
const sct = judgeOf("SCT");

test("urgency is refused on products that do not know it", () => {
  const urgent = { serviceLevel: "URGP" };
  assert.deepEqual(ndct(aPayment(urgent)), ["FORMAT_ERROR /serviceLevel"]);
  assert.deepEqual(sct(aSepaPayment(urgent)), ["FORMAT_ERROR /serviceLevel"]);
});

test("urgency is for payments to countries outside SEPA", () => {
  const urgent = (changes: object) => aCrossBorderPayment({ serviceLevel: "URGP", ...changes });
  const abroad = {
    creditorAgent: "CHASUS33",
    creditorAccount: { bban: "123456789", currency: "USD" },
  };
  for (const judge of [ncbct, cbct]) {
    assert.deepEqual(judge(urgent({})), ["FORMAT_ERROR /serviceLevel"]);
    assert.deepEqual(judge(urgent(abroad)), []);
    assert.deepEqual(judge(urgent({ ...abroad, creditorAgent: "DEUTDEFF" })), [
      "FORMAT_ERROR /serviceLevel",
    ]);
  }
});

test("NCB-08: a creditor account has exactly one of bban and iban", () => {
  const both = { bban: "1", iban: "DE89370400440532013000", currency: "EUR" };
  const creditor = (creditorAccount: object) =>
    aCrossBorderPayment({ creditorAccount, creditorAgent: "DEUTDEFF" });
  assert.deepEqual(ncbct(creditor(both)), ["FORMAT_ERROR /creditorAccount"]);
  assert.deepEqual(ncbct(creditor({ currency: "EUR" })), ["FORMAT_ERROR /creditorAccount"]);
});

test("NCB-13: a debtor account has exactly one of bban and iban", () => {
  const debtor = (debtorAccount: object) => aCrossBorderPayment({ debtorAccount });
  const both = { bban: "95360573002", iban: "NO0995360573002", currency: "NOK" };
  assert.deepEqual(ncbct(debtor(both)), ["FORMAT_ERROR /debtorAccount"]);
  assert.deepEqual(ncbct(debtor({ currency: "NOK" })), ["FORMAT_ERROR /debtorAccount"]);
  assert.deepEqual(ncbct(debtor({ iban: "NO0995360573002", currency: "NOK" })), []);
});

test("NCB-04: a creditor account by BBAN needs the creditor's bank", () => {
  const body = aCrossBorderPayment({ creditorAccount: { bban: "AB12", currency: "USD" } });
  assert.deepEqual(ncbct(body), ["FORMAT_ERROR /creditorAgent"]);
  assert.deepEqual(ncbct({ ...body, creditorAgent: "CHASUS33" }), []);
});

test("VAL-18: a wrong IBAN is refused, a held Norwegian one is not", () => {
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
  test(`NCB-22: ${currency} ${amount} ${isLarge ? "needs" : "needs no"} code and text`, () => {
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
      const said = { ...body, ...report, regulatoryReportingInformation: blank };
      assert.deepEqual(ncbct(said), isLarge ? [text] : []);
    }
  });
}

test("NCB-18: the 16 reporting codes are taken, and no other", () => {
  assert.equal(Object.keys(regulatoryReportingCodes).length, 16);
  const body = (regulatoryReportingCode: string) =>
    aCrossBorderPayment({ ...report, regulatoryReportingCode });
  for (const code of Object.keys(regulatoryReportingCodes)) assert.deepEqual(ncbct(body(code)), []);
  for (const code of ["99", "1", ""]) {
    const [violation] = validateBody(ncbctBody, body(code)).violations;
    assert.equal(violation?.path, "/regulatoryReportingCode");
  }
});

test("a SEPA payment is in euro, to an IBAN in SEPA", () => {
  const nok = aSepaPayment({ instructedAmount: { amount: "1.00", currency: "NOK" } });
  assert.deepEqual(sct(nok), ["FORMAT_ERROR /instructedAmount/currency"]);
  const brazil = aSepaPayment({ creditorAccount: { iban: "BR1800360305000010009795493C1" } });
  assert.deepEqual(sct(brazil), ["FORMAT_ERROR /creditorAccount/iban"]);
  assert.deepEqual(sct(aSepaPayment({ debtorAccount: {} })), ["FORMAT_ERROR /debtorAccount"]);
});
