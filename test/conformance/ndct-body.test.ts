import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { changeBody } from "@varde/conformance";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, indcts, ndct, type Payer, payerAt } from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { fieldRefusals } from "./field-refusals.ts";
import { followKit } from "./follow-kit.ts";

const { people } = dataSet;
const card = {
  identification: people.kari.card.relatedAccount,
  schemeNameProprietary: "creditCardAccount",
};

describe("the body of a Norwegian domestic credit transfer", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const accept = async (...changes: readonly (readonly [string, unknown])[]) => {
    const body = changeBody(aPayment(), Object.fromEntries(changes));
    const response = await payer.post(ndct, body);
    assert.equal(response.status, 201, `${JSON.stringify(changes)}: ${response.text}`);
    return response.json;
  };
  const { refuse } = fieldRefusals(aPayment, (body) => payer.post(ndct, body));
  const follow = followKit(aPayment, (body) => payer.post(ndct, body));

  it("NDC-01, NDC-02, NDC-07, NDC-08, NDC-09, NDC-12: requires each required field", () =>
    follow("bod-required"));

  it("NDC-03: limits creditorName to 70 characters", () => follow("bod-name-70"));

  it("NDC-04: does not require creditorAgent for an ordinary domestic payment", () => accept());

  it("NDC-05, NDC-26: requires creditorAgent if the creditor account is not in NOK", async () => {
    await refuse("/creditorAccount/currency", "EUR", { path: "/creditorAgent" });
    await accept(["/creditorAccount/currency", "EUR"], ["/creditorAgent", "DNBANOKK"]);
  });

  it("NDC-06: requires creditorAgent to be a BIC", async () => {
    for (const bic of ["DNBANOKKX", "DNBAXX22", "dnbanokk", ""])
      await refuse("/creditorAgent", bic);
    for (const bic of ["DNBANOKK", "DNBANOKKXXX", "SPTRNO22"])
      await accept(["/creditorAgent", bic]);
  });

  it("NDC-10: limits creditorAddress.street to 70 characters", () => follow("bod-street-70"));

  it("NDC-11: accepts the creditor's address with or without its other fields", async () => {
    await accept();
    await accept([
      "/creditorAddress",
      { street: "Storgata", buildingNumber: "1", postalCode: "0155", city: "Oslo", country: "NO" },
    ]);
  });

  it("NDC-13, NDC-14: refuses both or neither of bban and other for the debtor", async () => {
    await refuse("/debtorAccount/other", card, { path: "/debtorAccount" });
    await refuse("/debtorAccount/bban", undefined, { path: "/debtorAccount" });
  });

  it("NDC-15: accepts an ordinary account by its bban", () => accept());

  it("NDC-16: accepts a card account by other, and an ordinary account not", async () => {
    await accept(["/debtorAccount", { currency: "NOK", other: card }]);
    const other = { ...card, identification: people.kari.current.bban };
    const path = "/debtorAccount/other/identification";
    const code = "RESOURCE_UNKNOWN";
    await refuse("/debtorAccount", { currency: "NOK", other }, { path, code });
  });

  it("NDC-15: refuses a card account by bban, even if its number looks valid", async () => {
    const loaded = await payer.post("/v1/sandbox/card-accounts", {
      customerNumber: people.kari.customerNumber,
      accountName: "Kort",
      maskedPan: "525412******3241",
      currency: "NOK",
      creditLimit: 1000,
      relatedAccount: "12345678903",
    });
    assert.equal(loaded.status, 201, loaded.text);
    const other = { ...card, identification: "12345678903" };
    await accept(["/debtorAccount", { currency: "NOK", other }]);
    await refuse("/debtorAccount/bban", "12345678903", { code: "RESOURCE_UNKNOWN" });
  });

  it("NDC-17, NDC-18: requires an identification and the only scheme in other", async () => {
    const without = (name: string) => ({
      currency: "NOK",
      other: Object.fromEntries(Object.entries(card).filter(([key]) => key !== name)),
    });
    for (const name of ["identification", "schemeNameProprietary"]) {
      await refuse("/debtorAccount", without(name), { path: `/debtorAccount/other/${name}` });
    }
    const other = { ...card, schemeNameProprietary: "debitCard" };
    await refuse(
      "/debtorAccount",
      { currency: "NOK", other },
      {
        path: "/debtorAccount/other/schemeNameProprietary",
      },
    );
  });

  it("NDC-20: accepts no ultimateDebtor or at most 70 characters", () => follow("bod-ultimate-70"));

  it("NDC-21: limits remittanceInformationUnstructured to 1 to 140 characters", async () => {
    await accept(["/remittanceInformationUnstructured", "å".repeat(140)]);
    await refuse("/remittanceInformationUnstructured", "å".repeat(141));
    for (const empty of ["", " ", "\u00a0\u00ad "]) {
      await refuse("/remittanceInformationUnstructured", empty);
    }
  });

  it("NDC-22: accepts letters beyond ASCII in remittance, also decomposed", async () => {
    await accept(["/remittanceInformationUnstructured", "Blåbærsyltetøy Čáhppes"]);
    await accept(["/remittanceInformationUnstructured", "Blåbærsyltetøy".normalize("NFD")]);
    for (const text of ["Ola 😀", "Київ", "a\u0000b", "a\tb"]) {
      await refuse("/remittanceInformationUnstructured", text);
    }
  });

  it("NDC-23, NDC-27: refuses only unstructured text beside the structured array", async () => {
    const text = ["/remittanceInformationUnstructured", "Hei"] as const;
    const list = ["/remittanceInformationStructuredArray", [{ reference: "1" }]] as const;
    const single = ["/remittanceInformationStructured", { reference: "2" }] as const;
    const both = changeBody(aPayment(), Object.fromEntries([text, list]));
    expectRefusal(await payer.post(ndct, both), 400, "FORMAT_ERROR");
    await accept(text, single);
    await accept(list, single);
  });

  it("NDC-24: accepts no purposeCode or one of the supported codes", async () => {
    await accept(["/purposeCode", "SALA"]);
    await refuse("/purposeCode", "XXXX");
  });

  it("NDC-25, NDC-28: requires requestedExecutionDate within a year, in Oslo", async () => {
    const field = "/requestedExecutionDate";
    for (const day of ["2026-11-16", "2026-12-31", "2027-11-16"]) await accept([field, day]);
    for (const text of ["2026-02-30", "2026-2-3", "2026-11-20T10:00:00+00:00", "20.11.2026", ""]) {
      await refuse(field, text);
    }
    const invalid = { code: "EXECUTION_DATE_INVALID" };
    for (const day of ["2026-11-15", "2025-11-16", "2027-11-17"]) await refuse(field, day, invalid);
  });

  it("REM-01, REM-02, REM-03: limits a structured reference to 1 to 35 characters", async () => {
    const array = "/remittanceInformationStructuredArray";
    await accept([array, [{ reference: "x".repeat(35) }]]);
    for (const reference of [undefined, "", "x".repeat(36)]) {
      await refuse(array, [{ reference }], { path: `${array}/0/reference` });
    }
  });

  it("REM-04, REM-05: accepts no referenceType or 1 to 35 characters", () =>
    optionalPart("referenceType"));

  it("REM-06, REM-07: accepts no referenceIssuer or 1 to 35 characters", () =>
    optionalPart("referenceIssuer"));

  const optionalPart = async (name: string) => {
    const single = "/remittanceInformationStructured";
    await accept([single, { reference: "1" }]);
    await accept([single, { reference: "1", [name]: "x".repeat(35) }]);
    for (const value of ["", "x".repeat(36)]) {
      await refuse(single, { reference: "1", [name]: value }, { path: `${single}/${name}` });
    }
  };

  it("REM-08, REM-09: accepts both the single object and the array", async () => {
    await accept(["/remittanceInformationStructured", { reference: "99754667145676221" }]);
    await accept([
      "/remittanceInformationStructuredArray",
      [{ reference: "1" }, { reference: "2" }],
    ]);
  });

  it("VAL-05: limits a BBAN to 30 characters", async () => {
    await refuse("/creditorAccount/bban", "1".repeat(31));
    await refuse("/creditorAccount/bban", "1".repeat(30));
  });

  it("VAL-08: limits an amount to 18 digits with 5 fraction digits", async () => {
    const field = "/instructedAmount/amount";
    await accept([field, "9999999999999.99"]);
    for (const amount of ["99999999999999.00", "1.123456", "1.1", "1", "0.00"]) {
      await refuse(field, amount);
    }
  });

  it("VER-12: accepts, stores and returns endToEndIdentification", async () => {
    const { paymentId } = await accept(["/endToEndIdentification", "e2e-".padEnd(35, "7")]);
    const shown = (await payer.get(`${ndct}/${paymentId}`)).json;
    assert.equal(shown.endToEndIdentification, "e2e-".padEnd(35, "7"));
    await refuse("/endToEndIdentification", "x".repeat(36));
  });

  it("VER-14: accepts an instant payment between the PSU's own accounts", async () => {
    const own = { creditorAccount: { bban: people.kari.savings.bban, currency: "NOK" } };
    const payment = await payer.pay(indcts, aPayment(own));
    assert.equal(await payer.status(payment), "ACSC");
  });

  it("ERR-03: refuses a missing or wrong KID with 400", async () => {
    const { bban } = dataSet.payees.power;
    const toPower = (changes: object) =>
      aPayment({ creditorAccount: { bban, currency: "NOK" }, ...changes });
    expectRefusal(await payer.post(ndct, toPower({})), 400, "KID_MISSING");
    const wrong = { remittanceInformationStructuredArray: [{ reference: "12345678901234567" }] };
    expectRefusal(await payer.post(ndct, toPower(wrong)), 400, "KID_INVALID");
  });
});
