import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkFundsConfirmationRules, checkRules } from "../../src/rules/index.ts";
import {
  aBulk,
  aCrossBorderPayment,
  anInstantPayment,
  aPayment,
  aPeriodicPayment,
  aSepaPayment,
} from "../a-payment.ts";
import { productCheck } from "./product-check.ts";
import { kidFacts, someFacts } from "./some-facts.ts";

const ndct = productCheck("NDCT");
const ncbct = productCheck("NCBCT");
const cbct = productCheck("CBCT");
const indcts = productCheck("INDCTS");
const sct = productCheck("SCT");
const bulk = productCheck("NDCT", "bulk-payments");
const periodic = productCheck("NDCT", "periodic-payments");
const to = (bban: string, currency = "NOK") => ({ creditorAccount: { bban, currency } });

test("accepts a valid body of each product", () => {
  assert.deepEqual(ndct(aPayment()), []);
  assert.deepEqual(ncbct(aCrossBorderPayment()), []);
  assert.deepEqual(cbct(aCrossBorderPayment()), []);
  assert.deepEqual(indcts(anInstantPayment()), []);
  assert.deepEqual(sct(aSepaPayment()), []);
  assert.deepEqual(bulk(aBulk()), []);
  assert.deepEqual(periodic(aPeriodicPayment()), []);
});

test("GEN-15: refuses or re-encodes names by product, and bounds what is sent", () => {
  const named = { creditorName: "Łoś", ultimateDebtor: "Œ".repeat(36) };
  assert.deepEqual(ndct(aPayment(named)), [
    "FORMAT_ERROR /creditorName",
    "FORMAT_ERROR /ultimateDebtor",
  ]);
  const facts = someFacts({ names: "re-encode" });
  assert.deepEqual(ndct(aPayment(named), facts), ["FORMAT_ERROR /ultimateDebtor"]);
  assert.deepEqual(ndct(aPayment({ creditorName: "\u00ADBjørk\u00A0Š" })), []);
});

test("VAL-15: refuses an amount that is zero or malformed", () => {
  for (const amount of ["0.00", "-1.00", "1", "1.000", "1e3", "12345678901234.00"]) {
    const body = aPayment({ instructedAmount: { amount, currency: "NOK" } });
    assert.deepEqual(ndct(body), ["FORMAT_ERROR /instructedAmount/amount"], amount);
  }
});

test("accepts fewer fraction digits if the bank is configured so", () => {
  const body = aPayment({ instructedAmount: { amount: "1", currency: "NOK" } });
  assert.deepEqual(ndct(body, someFacts({ fractionDigits: "at-most" })), []);
});

test("VAL-17: refuses a wrong check digit unless it is an account of this bank", () => {
  const body = aPayment(to("12345678901"));
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /creditorAccount/bban"]);
  assert.deepEqual(ndct(body, someFacts({ heldBbans: new Set(["12345678901"]) })), []);
  assert.deepEqual(ndct(body, someFacts({ bbanCheckDigit: "off" })), []);
});

test("VAL-17: refuses a malformed account number even if check digits are off", () => {
  const off = someFacts({ bbanCheckDigit: "off" });
  for (const bban of ["8601.11.17947", "8601111794", "NO9386011117947"]) {
    assert.deepEqual(ndct(aPayment(to(bban)), off), ["FORMAT_ERROR /creditorAccount/bban"]);
  }
  const debtor = aPayment({ debtorAccount: { bban: "1", currency: "NOK" } });
  assert.deepEqual(ndct(debtor, off), ["FORMAT_ERROR /debtorAccount/bban"]);
});

const card = { identification: "card-1", schemeNameProprietary: "creditCardAccount" };

test("NDC-13: refuses a debtor account with both bban and other", () => {
  const debtorAccount = { bban: "95360573002", other: card, currency: "NOK" };
  assert.deepEqual(ndct(aPayment({ debtorAccount })), ["FORMAT_ERROR /debtorAccount"]);
});

test("NDC-14: refuses a debtor account with neither bban nor other", () => {
  const debtorAccount = { currency: "NOK" };
  assert.deepEqual(ndct(aPayment({ debtorAccount })), ["FORMAT_ERROR /debtorAccount"]);
});

test("NDC-16: accepts a card account in other as debtor", () => {
  assert.deepEqual(ndct(aPayment({ debtorAccount: { other: card, currency: "NOK" } })), []);
});

test("NDC-05: requires the creditor's bank for a currency account", () => {
  const body = aPayment(to("86011117947", "EUR"));
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /creditorAgent"]);
  assert.deepEqual(ndct({ ...body, creditorAgent: "DNBANOKK" }), []);
});

test("NDC-06: refuses a creditor agent that is not a BIC", () => {
  for (const creditorAgent of ["dnbanokk", "DNBAXX22", "DNBANOKKX"]) {
    assert.deepEqual(ndct(aPayment({ creditorAgent })), ["FORMAT_ERROR /creditorAgent"]);
  }
});

const reference = { reference: "12345674" };

test("NDC-23: refuses free text together with the structured array", () => {
  const body = aPayment({
    remittanceInformationUnstructured: "Takk",
    remittanceInformationStructuredArray: [reference],
  });
  assert.deepEqual(ndct(body), ["FORMAT_ERROR /remittanceInformationUnstructured"]);
  assert.deepEqual(ndct({ ...body, remittanceInformationStructuredArray: [] }), []);
});

test("NDC-27: accepts the single structured object together with either other form", () => {
  const single = { remittanceInformationStructured: reference };
  assert.deepEqual(ndct(aPayment({ ...single, remittanceInformationUnstructured: "Takk" })), []);
  const both = { ...single, remittanceInformationStructuredArray: [reference] };
  assert.deepEqual(ndct(aPayment(both)), []);
});

test("NDC-28: compares the execution date with the date in Oslo", () => {
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

test("VAL-10: reports an execution date that does not exist as FORMAT_ERROR", () => {
  for (const requestedExecutionDate of ["2026-02-30", "2026-2-3", "2026-11-20T00:00:00+00:00"]) {
    const found = ndct(aPayment({ requestedExecutionDate }));
    assert.deepEqual(found, ["FORMAT_ERROR /requestedExecutionDate"]);
  }
});

const withReference = (reference: string, referenceType?: string) =>
  aPayment({
    remittanceInformationStructuredArray: [
      referenceType === undefined ? { reference } : { reference, referenceType },
    ],
  });

const kidAt = "/remittanceInformationStructuredArray/0/reference";

test("ERR-04: returns KID_MISSING if the creditor requires a KID and there is none", () => {
  const missing = ["KID_MISSING /remittanceInformationStructuredArray"];
  assert.deepEqual(ndct(aPayment(), kidFacts("mandatory")), missing);
  const text = aPayment({ remittanceInformationUnstructured: "12345674" });
  assert.deepEqual(ndct(text, kidFacts("mandatory")), missing);
  assert.deepEqual(ndct(aPayment(), kidFacts("optional")), []);
});

test("ERR-04: points at the type of a reference that is not a KID", () => {
  for (const referenceType of ["CINV", "KID"]) {
    const body = withReference("12345674", referenceType);
    const [violation, ...more] = checkRules("NDCT", "payments", body, kidFacts("mandatory"));
    assert.deepEqual(more, []);
    assert.equal(violation?.code, "KID_MISSING");
    assert.equal(violation.path, "/remittanceInformationStructuredArray/0/referenceType");
    assert.match(violation.text, new RegExp(`type ${referenceType} is not a KID; send .* SCOR or`));
  }
});

test("explains violations of rules in sentences", () => {
  const [inPast, tooFine] = [
    aPayment({ requestedExecutionDate: "2020-01-01" }),
    aPayment({ instructedAmount: { amount: "1.001", currency: "NOK" } }),
  ];
  for (const body of [inPast, tooFine, withReference("602243")]) {
    const found = checkRules("NDCT", "payments", body, kidFacts("mandatory"));
    assert.ok(found.length > 0);
    for (const { text } of found) assert.match(text, /^\S.*\w\.$/);
  }
});

test("ERR-04: says what is wrong with an invalid KID", () => {
  for (const [kid, text] of [
    ["abcdefgh", "The reference is not a KID; KIDs of this creditor have 8 or 9 digits."],
    ["602243", "The KID has 6 digits, but KIDs of this creditor have 8 or 9."],
    ["12345675", "The KID has a wrong check digit; one digit may be mistyped."],
  ] as const) {
    const found = checkRules("NDCT", "payments", withReference(kid), kidFacts("optional"));
    assert.deepEqual(found, [{ code: "KID_INVALID", path: kidAt, text }]);
  }
});

test("ERR-04: returns KID_INVALID for a KID with a wrong length, check digit or form", () => {
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

test("REM-10: accepts a valid KID in either structured form, with the agreed modulus", () => {
  assert.deepEqual(ndct(withReference("12345674"), kidFacts("mandatory")), []);
  assert.deepEqual(ndct(withReference("123456782", "SCOR"), kidFacts("mandatory")), []);
  assert.deepEqual(ndct(withReference("123456785"), kidFacts("mandatory", 11)), []);
  assert.deepEqual(ndct(withReference("123456782"), kidFacts("mandatory", 11)), [
    `KID_INVALID ${kidAt}`,
  ]);
  const single = aPayment({ remittanceInformationStructured: { reference: "12345674" } });
  assert.deepEqual(ndct(single, kidFacts("mandatory")), []);
});

test("REM-11: accepts any reference without an agreement", () => {
  assert.deepEqual(ndct(withReference("99754667145676221")), []);
  assert.deepEqual(ndct(withReference("99754667145676221"), kidFacts("off")), []);
  assert.deepEqual(ndct(aPayment(), kidFacts("off")), []);
});

test("requires NOK and no execution date for an instant payment", () => {
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

test("requires one account and an amount for a confirmation of funds", () => {
  const instructedAmount = { amount: "1.00", currency: "NOK" } as const;
  const check = (account: object, amount = "1.00") =>
    checkFundsConfirmationRules(
      { account, instructedAmount: { ...instructedAmount, amount } },
      someFacts(),
    ).map(({ path }) => path);
  assert.deepEqual(check({ bban: "86011117947" }), []);
  assert.deepEqual(check({ iban: "NO9386011117947" }), []);
  assert.deepEqual(check({}), ["/account"]);
  assert.deepEqual(check({ bban: "12345678901" }), ["/account/bban"]);
  assert.deepEqual(check({ iban: "NO6686011117948" }), ["/account/iban"]);
  assert.deepEqual(check({ bban: "86011117947" }, "0.00"), ["/instructedAmount/amount"]);
});

test("reports several violations together", () => {
  const body = aPayment({
    ...to("12345678901"),
    instructedAmount: { amount: "0.00", currency: "NOK" },
    requestedExecutionDate: "2026-11-14",
  });
  assert.equal(ndct(body).length, 3);
});

test("never throws for any text in the fields that rules read", () => {
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

test("throws for a product under a service that does not offer it", () => {
  assert.throws(() => checkRules("SCT", "bulk-payments", {}, someFacts()), /not offered/);
});
