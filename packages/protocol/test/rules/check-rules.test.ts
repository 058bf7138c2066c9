import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { regulatoryReportingCodes } from "../../src/data/index.ts";
import type { PaymentProduct, PaymentService } from "../../src/products.ts";
import { checkFundsConfirmationRules, checkRules, type RuleFacts } from "../../src/rules/index.ts";
import { ncbctBody, paymentBodySchemas, validateBody } from "../../src/schemas/index.ts";
import {
  aBulk,
  aCrossBorderPayment,
  anInstantPayment,
  aPayment,
  aPeriodicPayment,
  aSepaPayment,
} from "../a-payment.ts";
import { someFacts } from "./some-facts.ts";

type Judge = (body: unknown, facts?: RuleFacts) => string[];

/** What the rules say of a body its schema has passed: code and pointer of each violation. */
function judgeOf(product: PaymentProduct, service: PaymentService = "payments"): Judge {
  const schema = paymentBodySchemas[product][service]?.body;
  assert.ok(schema);
  return (body, facts = someFacts()) => {
    assert.deepEqual(validateBody(schema, body).violations, []);
    return checkRules(product, service, body, facts).map(({ code, path, text }) => {
      assert.ok(text.length > 10 && text.length <= 512);
      return `${code} ${path}`;
    });
  };
}

const ndct = judgeOf("NDCT");
const ncbct = judgeOf("NCBCT");
const cbct = judgeOf("CBCT");
const indcts = judgeOf("INDCTS");
const sct = judgeOf("SCT");
const bulk = judgeOf("NDCT", "bulk-payments");
const periodic = judgeOf("NDCT", "periodic-payments");

test("a sound body of each product breaks no rule", () => {
  assert.deepEqual(ndct(aPayment()), []);
  assert.deepEqual(ncbct(aCrossBorderPayment()), []);
  assert.deepEqual(cbct(aCrossBorderPayment()), []);
  assert.deepEqual(indcts(anInstantPayment()), []);
  assert.deepEqual(sct(aSepaPayment()), []);
  assert.deepEqual(bulk(aBulk()), []);
  assert.deepEqual(periodic(aPeriodicPayment()), []);
});

test("VAL-15: an amount that is zero or of the wrong form is refused", () => {
  for (const amount of ["0.00", "-1.00", "1", "1.000", "1e3", "12345678901234.00"]) {
    const body = aPayment({ instructedAmount: { amount, currency: "NOK" } });
    assert.deepEqual(ndct(body), ["FORMAT_ERROR /instructedAmount/amount"], amount);
  }
});

test("fewer fraction digits are taken where the bank says so", () => {
  const body = aPayment({ instructedAmount: { amount: "1", currency: "NOK" } });
  assert.deepEqual(ndct(body, someFacts({ fractionDigits: "at-most" })), []);
});

const to = (bban: string, currency = "NOK") => ({ creditorAccount: { bban, currency } });

test("VAL-17: a wrong check digit is refused unless the bank holds the account", () => {
  const body = aPayment(to("12345678901"));
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /creditorAccount/bban"]);
  assert.deepEqual(ndct(body, someFacts({ heldBbans: new Set(["12345678901"]) })), []);
  assert.deepEqual(ndct(body, someFacts({ bbanCheckDigit: "off" })), []);
});

test("VAL-17: an account number of another form is refused even where check digits are off", () => {
  const off = someFacts({ bbanCheckDigit: "off" });
  for (const bban of ["8601.11.17947", "8601111794", "NO9386011117947"]) {
    assert.deepEqual(ndct(aPayment(to(bban)), off), ["FORMAT_ERROR /creditorAccount/bban"]);
  }
  const debtor = aPayment({ debtorAccount: { bban: "1", currency: "NOK" } });
  assert.deepEqual(ndct(debtor, off), ["FORMAT_ERROR /debtorAccount/bban"]);
});

const card = { identification: "card-1", schemeNameProprietary: "creditCardAccount" };

test("NDC-13: a debtor account with both bban and other is refused", () => {
  const debtorAccount = { bban: "95360573002", other: card, currency: "NOK" };
  assert.deepEqual(ndct(aPayment({ debtorAccount })), ["FORMAT_ERROR /debtorAccount"]);
});

test("NDC-14: a debtor account with neither bban nor other is refused", () => {
  const debtorAccount = { currency: "NOK" };
  assert.deepEqual(ndct(aPayment({ debtorAccount })), ["FORMAT_ERROR /debtorAccount"]);
});

test("NDC-16: a card account pays by other", () => {
  assert.deepEqual(ndct(aPayment({ debtorAccount: { other: card, currency: "NOK" } })), []);
});

test("NDC-05: a currency account needs the creditor's bank", () => {
  const body = aPayment(to("86011117947", "EUR"));
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /creditorAgent"]);
  assert.deepEqual(ndct({ ...body, creditorAgent: "DNBANOKK" }), []);
});

test("NDC-06: a creditor agent that is no BIC is refused", () => {
  for (const creditorAgent of ["dnbanokk", "DNBAXX22", "DNBANOKKX"]) {
    assert.deepEqual(ndct(aPayment({ creditorAgent })), ["FORMAT_ERROR /creditorAgent"]);
  }
});

const reference = { reference: "12345674" };

test("NDC-23: free text beside the structured array is refused", () => {
  const body = aPayment({
    remittanceInformationUnstructured: "Takk",
    remittanceInformationStructuredArray: [reference],
  });
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /remittanceInformationUnstructured"]);
});

test("NDC-27: the single structured object stands beside either other form", () => {
  const single = { remittanceInformationStructured: reference };
  assert.deepEqual(ndct(aPayment({ ...single, remittanceInformationUnstructured: "Takk" })), []);
  const both = { ...single, remittanceInformationStructuredArray: [reference] };
  assert.deepEqual(ndct(aPayment(both)), []);
});

test("NDC-28: the execution date is judged by the Oslo day", () => {
  const on = (requestedExecutionDate: string, today = "2026-11-15") =>
    ndct(aPayment({ requestedExecutionDate }), someFacts({ today }));
  for (const day of ["2026-11-15", "2026-11-16", "2027-05-17", "2026-12-24", "2027-11-15"]) {
    assert.deepEqual(on(day), [], day);
  }
  for (const day of ["2026-11-14", "2025-12-31", "2027-11-16"]) {
    assert.deepEqual(on(day), ["EXECUTION_DATE_INVALID /requestedExecutionDate"], day);
  }
  assert.deepEqual(on("2029-02-28", "2028-02-29"), []);
  assert.equal(on("2029-03-01", "2028-02-29").length, 1);
});

test("VAL-10: an execution date that is no day is a fault of form", () => {
  for (const requestedExecutionDate of ["2026-02-30", "2026-2-3", "2026-11-20T00:00:00+00:00"]) {
    const found = ndct(aPayment({ requestedExecutionDate }));
    assert.deepEqual(found, ["FORMAT_ERROR /requestedExecutionDate"]);
  }
});

const kidFacts = (kind: "off" | "optional" | "mandatory", modulus: 10 | 11 = 10) =>
  someFacts({
    kidAgreementOf: (bban) =>
      bban === "86011117947" ? { kind, lengths: [8, 9], modulus } : undefined,
  });

const withReference = (reference: string, referenceType?: string) =>
  aPayment({
    remittanceInformationStructuredArray: [
      referenceType === undefined ? { reference } : { reference, referenceType },
    ],
  });

const kidAt = "/remittanceInformationStructuredArray/0/reference";

test("ERR-04: a creditor that demands a KID gets none: KID_MISSING", () => {
  const missing = ["KID_MISSING /remittanceInformationStructuredArray"];
  assert.deepEqual(ndct(aPayment(), kidFacts("mandatory")), missing);
  const text = aPayment({ remittanceInformationUnstructured: "12345674" });
  assert.deepEqual(ndct(text, kidFacts("mandatory")), missing);
  assert.deepEqual(ndct(withReference("12345674", "CINV"), kidFacts("mandatory")), missing);
  assert.deepEqual(ndct(aPayment(), kidFacts("optional")), []);
});

test("ERR-04: a KID with a wrong length, check digit or form is KID_INVALID", () => {
  for (const kind of ["optional", "mandatory"] as const) {
    for (const kid of ["12345675", "602243", "1234567x", "99754667145676221", "RF712348231"]) {
      assert.deepEqual(ndct(withReference(kid), kidFacts(kind)), [`KID_INVALID ${kidAt}`], kid);
    }
  }
  const single = aPayment({ remittanceInformationStructured: { reference: "12345675" } });
  assert.deepEqual(ndct(single, kidFacts("optional")), [
    "KID_INVALID /remittanceInformationStructured/reference",
  ]);
});

test("REM-10: a right KID is taken from the structured forms, by the agreed modulus", () => {
  assert.deepEqual(ndct(withReference("12345674"), kidFacts("mandatory")), []);
  assert.deepEqual(ndct(withReference("123456782", "SCOR"), kidFacts("mandatory")), []);
  assert.deepEqual(ndct(withReference("123456785"), kidFacts("mandatory", 11)), []);
  assert.deepEqual(ndct(withReference("123456782"), kidFacts("mandatory", 11)), [
    `KID_INVALID ${kidAt}`,
  ]);
  const single = aPayment({ remittanceInformationStructured: { reference: "12345674" } });
  assert.deepEqual(ndct(single, kidFacts("mandatory")), []);
});

test("REM-11: without an agreement any reference is taken", () => {
  assert.deepEqual(ndct(withReference("99754667145676221")), []);
  assert.deepEqual(ndct(withReference("99754667145676221"), kidFacts("off")), []);
  assert.deepEqual(ndct(aPayment(), kidFacts("off")), []);
});

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
    const blank = { ...body, ...report, regulatoryReportingInformation: "  " };
    assert.deepEqual(ncbct(blank), isLarge ? [text] : []);
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

test("an instant payment is in NOK from end to end and takes no day", () => {
  const euro = anInstantPayment({
    instructedAmount: { amount: "1.00", currency: "EUR" },
    creditorAccount: { bban: "86011117947", currency: "EUR" },
    debtorAccount: { bban: "95360573002", currency: "EUR" },
  });
  assert.deepEqual(indcts(euro), [
    "FORMAT_ERROR /instructedAmount/currency",
    "FORMAT_ERROR /creditorAccount/currency",
    "FORMAT_ERROR /debtorAccount/currency",
  ]);
  assert.deepEqual(indcts(anInstantPayment({ requestedExecutionDate: "2026-11-15" })), [
    "EXECUTION_DATE_INVALID /requestedExecutionDate",
  ]);
});

test("a SEPA payment is in euro, to an IBAN in SEPA", () => {
  const nok = aSepaPayment({ instructedAmount: { amount: "1.00", currency: "NOK" } });
  assert.deepEqual(sct(nok), ["FORMAT_ERROR /instructedAmount/currency"]);
  const brazil = aSepaPayment({ creditorAccount: { iban: "BR1800360305000010009795493C1" } });
  assert.deepEqual(sct(brazil), ["FORMAT_ERROR /creditorAccount/iban"]);
  assert.deepEqual(sct(aSepaPayment({ debtorAccount: {} })), ["FORMAT_ERROR /debtorAccount"]);
});

test("a fault in one payment of a bulk is told at that payment", () => {
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

test("a bulk that is wrong throughout is answered with at most 100 faults", () => {
  const { debtorAccount: _, ...payment } = aPayment(to("12345678901"));
  const payments = Array.from({ length: 1000 }, () => payment);
  assert.equal(bulk(aBulk({ payments })).length, 100);
});

test("a periodic payment may name an account twice if both names agree", () => {
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
});

test("a periodic payment starts on a possible day and ends on it or after", () => {
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

test("months go with MonthlyVariable, always and only", () => {
  const months = ["FORMAT_ERROR /monthsOfExecution"];
  assert.deepEqual(periodic(aPeriodicPayment({ monthsOfExecution: ["1"] })), months);
  assert.deepEqual(periodic(aPeriodicPayment({ frequency: "MonthlyVariable" })), months);
  const sound = { frequency: "MonthlyVariable", monthsOfExecution: ["1", "7"] };
  assert.deepEqual(periodic(aPeriodicPayment(sound)), []);
});

test("a question for funds names one account and an amount", () => {
  const instructedAmount = { amount: "1.00", currency: "NOK" } as const;
  const judge = (account: object, amount = "1.00") =>
    checkFundsConfirmationRules(
      { account, instructedAmount: { ...instructedAmount, amount } },
      someFacts(),
    ).map(({ path }) => path);
  assert.deepEqual(judge({ bban: "86011117947" }), []);
  assert.deepEqual(judge({ iban: "NO9386011117947" }), []);
  assert.deepEqual(judge({}), ["/account"]);
  assert.deepEqual(judge({ bban: "12345678901" }), ["/account/bban"]);
  assert.deepEqual(judge({ iban: "NO6686011117948" }), ["/account/iban"]);
  assert.deepEqual(judge({ bban: "86011117947" }, "0.00"), ["/instructedAmount/amount"]);
});

test("several faults are told together", () => {
  const body = aPayment({
    ...to("12345678901"),
    instructedAmount: { amount: "0.00", currency: "NOK" },
    requestedExecutionDate: "2026-11-14",
  });
  assert.equal(ndct(body).length, 3);
});

test("no text in the fields that rules read makes them throw", () => {
  const texts = fc.string({ unit: "binary", minLength: 1, maxLength: 11 });
  fc.assert(
    fc.property(texts, texts, texts, (amount, bban, other) => {
      const account = { bban, iban: other, currency: "NOK" };
      const body = {
        ...aPeriodicPayment({ startDate: other, endDate: amount, creditorAgent: bban }),
        instructedAmount: { amount, currency: "NOK" },
        creditorAccount: account,
        debtorAccount: account,
        remittanceInformationStructured: { reference: other },
        requestedExecutionDate: amount,
      };
      for (const product of ["NDCT", "NCBCT", "CBCT", "INDCTS", "SCT"] as const) {
        checkRules(product, "payments", body, kidFacts("mandatory"));
      }
      checkRules("NDCT", "periodic-payments", body, kidFacts("mandatory"));
    }),
  );
});

test("a product under a service that does not carry it is our own mistake", () => {
  assert.throws(() => checkRules("SCT", "bulk-payments", {}, someFacts()), /not carried/);
});
