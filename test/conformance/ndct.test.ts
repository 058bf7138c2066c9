import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { dataSet, startBank } from "@varde/sandbox";
import { aPayment, ndctPath, without } from "../support/a-payment.ts";
import { aSession } from "../support/a-session.ts";
import { BodyVerdicts } from "../support/body-verdicts.ts";
import { RawTpp } from "../support/raw-tpp.ts";

const bank = await startBank();
after(() => bank.close());
const tpp = new RawTpp(bank.addresses.http, bank.tpp);
const { headers } = await aSession(bank, tpp);
const ndct = new BodyVerdicts(tpp, ndctPath, headers);
const { kari } = dataSet.people;
const payee = dataSet.payees.architects.bban;

const address = { street: "Storgata", country: "NO" };
const card = {
  identification: kari.card.relatedAccount,
  schemeNameProprietary: "creditCardAccount",
};
const fromCard = (other: unknown) => aPayment({ debtorAccount: { other, currency: "NOK" } });

describe("what a domestic payment must have", () => {
  test("NDC-01: instructedAmount is required, with both amount and currency", async () => {
    await ndct.refuses("/instructedAmount", [without(aPayment(), "instructedAmount")]);
    const currency = aPayment({ instructedAmount: { amount: "1.00" } });
    await ndct.refuses("/instructedAmount/currency", [currency]);
    const amount = aPayment({ instructedAmount: { currency: "NOK" } });
    await ndct.refuses("/instructedAmount/amount", [amount]);
  });

  test("NDC-02: creditorName is required", async () => {
    await ndct.refuses("/creditorName", [
      without(aPayment(), "creditorName"),
      aPayment({ creditorName: "" }),
      aPayment({ creditorName: null }),
    ]);
  });

  test("NDC-07: creditorAccount is required, with both bban and currency", async () => {
    await ndct.refuses("/creditorAccount", [without(aPayment(), "creditorAccount")]);
    const noBban = aPayment({ creditorAccount: { currency: "NOK" } });
    await ndct.refuses("/creditorAccount/bban", [noBban]);
    const noCurrency = aPayment({ creditorAccount: { bban: payee } });
    await ndct.refuses("/creditorAccount/currency", [noCurrency]);
  });

  test("NDC-08, NDC-09: creditorAddress is required, with its country", async () => {
    await ndct.refuses("/creditorAddress", [without(aPayment(), "creditorAddress")]);
    const street = aPayment({ creditorAddress: { street: "Storgata" } });
    await ndct.refuses("/creditorAddress/country", [street]);
  });

  test("NDC-12: debtorAccount is required, with its currency", async () => {
    await ndct.refuses("/debtorAccount", [without(aPayment(), "debtorAccount")]);
    const debtorAccount = { bban: kari.current.bban };
    await ndct.refuses("/debtorAccount/currency", [aPayment({ debtorAccount })]);
  });
});

describe("what a domestic payment may have", () => {
  test("NDC-04, NDC-11, NDC-20, NDC-24, NDC-25: optional fields may be left out", async () => {
    await ndct.accepts(aPayment({ creditorAddress: { country: "NO" } }));
  });

  test("NDC-05, NDC-26: creditorAgent is required for an account not in NOK", async () => {
    const creditorAccount = { bban: payee, currency: "EUR" };
    await ndct.refuses("/creditorAgent", [aPayment({ creditorAccount })]);
    await ndct.accepts(aPayment({ creditorAccount, creditorAgent: "DNBANOKK" }));
  });

  test("NDC-10: a street has at most 70 characters", async () => {
    const at = (street: string) => aPayment({ creditorAddress: { ...address, street } });
    await ndct.accepts(at("å".repeat(70)));
    await ndct.refuses("/creditorAddress/street", [at("å".repeat(71))]);
  });

  test("NDC-20: ultimateDebtor has at most 70 characters", async () => {
    await ndct.accepts(aPayment({ ultimateDebtor: "é".repeat(70) }));
    await ndct.refuses("/ultimateDebtor", [aPayment({ ultimateDebtor: "é".repeat(71) })]);
  });

  test("NDC-28: an execution date in the past or more than a year ahead is refused", async () => {
    const on = (requestedExecutionDate: string) => aPayment({ requestedExecutionDate });
    const inDays = (days: number) =>
      Temporal.Now.plainDateISO("Europe/Oslo").add({ days }).toString();
    const code = "EXECUTION_DATE_INVALID";
    await ndct.refuses("/requestedExecutionDate", [inDays(-1), inDays(367)].map(on), code);
    await ndct.accepts(on(inDays(0)), on(inDays(360)));
  });

  test("NDC-29, RSP-07, RSP-10, RSP-11: a holiday is moved, with a warning", async () => {
    const year = Temporal.Now.plainDateISO("Europe/Oslo").year + 1;
    const christmas =
      Temporal.Now.plainDateISO("Europe/Oslo").toString() < `${year - 1}-12-24`
        ? `${year - 1}-12-25`
        : `${year}-05-17`;
    const answer = await ndct.send(aPayment({ requestedExecutionDate: christmas }));
    assert.equal(answer.status, 201, answer.text);
    const [{ category, code, path }] = answer.json.tppMessages;
    assert.deepEqual(
      [category, code, path],
      ["WARNING", "EXECUTION_DATE_INVALID", "/requestedExecutionDate"],
    );
  });
});

describe("the account that pays", () => {
  test("NDC-13: a debtor account with both bban and other is refused", async () => {
    const debtorAccount = { bban: kari.current.bban, other: card, currency: "NOK" };
    await ndct.refuses("/debtorAccount", [aPayment({ debtorAccount })]);
  });

  test("NDC-14: a debtor account with neither bban nor other is refused", async () => {
    await ndct.refuses("/debtorAccount", [aPayment({ debtorAccount: { currency: "NOK" } })]);
  });

  test("NDC-15: an ordinary account pays by its bban", async () => {
    const debtorAccount = { bban: kari.savings.bban, currency: "NOK" };
    await ndct.accepts(aPayment({ debtorAccount }));
  });

  test("NDC-16: a card account pays by other", async () => {
    await ndct.accepts(fromCard(card));
  });

  test("NDC-17: other.identification is required", async () => {
    const { schemeNameProprietary } = card;
    const path = "/debtorAccount/other/identification";
    await ndct.refuses(path, [fromCard({ schemeNameProprietary })]);
  });

  test("NDC-18: schemeNameProprietary is required, only creditCardAccount", async () => {
    const { identification } = card;
    await ndct.refuses("/debtorAccount/other/schemeNameProprietary", [
      fromCard({ identification }),
      fromCard({ identification, schemeNameProprietary: "debitCardAccount" }),
    ]);
  });
});

describe("remittance", () => {
  const structured = (reference: unknown) =>
    aPayment({ remittanceInformationStructuredArray: [reference] });
  const at = "/remittanceInformationStructuredArray/0";
  const long = "r".repeat(36);

  test("NDC-21: unstructured text has 1 to 140 characters", async () => {
    const text = (remittanceInformationUnstructured: string) =>
      aPayment({ remittanceInformationUnstructured });
    await ndct.accepts(text("x"), text("y".repeat(140)));
    await ndct.refuses("/remittanceInformationUnstructured", [text(""), text("z".repeat(141))]);
  });

  test("NDC-22: unstructured text may hold letters beyond ASCII", async () => {
    const remittanceInformationUnstructured = "Blåbærsyltetøy, så klart";
    const { json } = await ndct.send(aPayment({ remittanceInformationUnstructured }));
    const details = await tpp.send({ path: `${ndctPath}/${json.paymentId}` });
    assert.equal(details.json.remittanceInformationUnstructured, remittanceInformationUnstructured);
  });

  test("NDC-23: unstructured text together with the structured array is refused", async () => {
    const both = aPayment({
      remittanceInformationUnstructured: "x",
      remittanceInformationStructuredArray: [{ reference: "1" }],
    });
    assert.equal((await ndct.send(both)).status, 400);
  });

  test("NDC-27, REM-08: the old object is accepted, also beside another form", async () => {
    const remittanceInformationStructured = { reference: "1" };
    await ndct.accepts(
      aPayment({ remittanceInformationStructured }),
      aPayment({ remittanceInformationStructured, remittanceInformationUnstructured: "x" }),
      aPayment({
        remittanceInformationStructured,
        remittanceInformationStructuredArray: [{ reference: "2" }],
      }),
    );
  });

  test("REM-01, REM-02, REM-03: reference is required, with 1 to 35 characters", async () => {
    await ndct.accepts(structured({ reference: "r".repeat(35) }));
    const wrong = [{}, { reference: "" }, { reference: long }];
    await ndct.refuses(`${at}/reference`, wrong.map(structured));
  });

  test("REM-04, REM-05: referenceType may be left out and has 1 to 35 characters", async () => {
    const typed = (referenceType: string) => structured({ reference: "1", referenceType });
    await ndct.accepts(structured({ reference: "1" }), typed("CINV"));
    await ndct.refuses(`${at}/referenceType`, [typed(""), typed(long)]);
  });

  test("REM-06, REM-07: referenceIssuer may be left out and has 1 to 35 characters", async () => {
    const issued = (referenceIssuer: string) => structured({ reference: "1", referenceIssuer });
    await ndct.accepts(structured({ reference: "2" }), issued("Skatteetaten"));
    await ndct.refuses(`${at}/referenceIssuer`, [issued(""), issued(long)]);
  });

  test("REM-09: the structured array is accepted and shown as it was sent", async () => {
    const remittanceInformationStructuredArray = [{ reference: "1" }, { reference: "2" }];
    const { json } = await ndct.send(aPayment({ remittanceInformationStructuredArray }));
    const details = await tpp.send({ path: `${ndctPath}/${json.paymentId}` });
    assert.deepEqual(
      details.json.remittanceInformationStructuredArray,
      remittanceInformationStructuredArray,
    );
  });
});
