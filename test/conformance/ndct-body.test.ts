import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";
import { aPayment, indcts, ndct, type Payer, payerAt } from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { PaymentVerdicts } from "./payment-verdicts.ts";

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

  const send = (body: object) => payer.post(ndct, body);
  const payment = new PaymentVerdicts({ body: aPayment, send });
  const kit = new PaymentVerdicts({
    send,
    body: () => aPayment({ remittanceInformationUnstructured: "Faktura" }),
    facts: () => ({
      bank: aBankToCheck(bank),
      clock: { now: () => Date.parse("2026-11-16T07:00Z") },
    }),
  });

  it("NDC-01, NDC-02, NDC-07, NDC-08, NDC-09, NDC-12: requires each required field", () =>
    kit.follow("bod-required"));

  it("NDC-03: limits creditorName to 70 characters", () => kit.follow("bod-name-70"));

  it("NDC-04: does not require creditorAgent for an ordinary domestic payment", () =>
    payment.accept({}));

  it("NDC-05, NDC-26: requires creditorAgent if the creditor account is not in NOK", () =>
    kit.follow("bod-agent-needed"));

  it("NDC-10: limits creditorAddress.street to 70 characters", () => kit.follow("bod-street-70"));

  it("NDC-11: accepts the creditor's address with or without its other fields", async () => {
    await payment.accept({
      "/creditorAddress": {
        ...{ street: "Storgata", buildingNumber: "1", postalCode: "0155", city: "Oslo" },
        country: "NO",
      },
    });
    await payment.accept({ "/creditorAddress": { country: "NO" } });
  });

  it("NDC-13, NDC-14: refuses both or neither of bban and other for the debtor", async () => {
    await kit.follow("bod-debtor-both", "/debtorAccount");
    await kit.follow("bod-debtor-neither", "/debtorAccount");
  });

  it("NDC-15: accepts an ordinary account by its bban", () => payment.accept({}));

  it("NDC-16: accepts a card account by other, and an ordinary account not", async () => {
    await payment.accept({ "/debtorAccount": { currency: "NOK", other: card } });
    const other = { ...card, identification: people.kari.current.bban };
    const path = "/debtorAccount/other/identification";
    const code = "RESOURCE_UNKNOWN";
    await payment.refuse("/debtorAccount", [{ currency: "NOK", other }], { path, code });
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
    await payment.accept({ "/debtorAccount": { currency: "NOK", other } });
    await payment.refuse("/debtorAccount/bban", ["12345678903"], { code: "RESOURCE_UNKNOWN" });
  });

  it("NDC-17, NDC-18: requires an identification and the only scheme in other", async () => {
    for (const name of Object.keys(card)) {
      const other = { ...card, [name]: undefined };
      const path = `/debtorAccount/other/${name}`;
      await payment.refuse("/debtorAccount", [{ currency: "NOK", other }], { path });
    }
    await kit.follow("bod-debtor-scheme", "/debtorAccount/other/schemeNameProprietary");
  });

  it("NDC-20: accepts no ultimateDebtor or at most 70 characters", () =>
    kit.follow("bod-ultimate-70"));

  it("NDC-21: limits remittanceInformationUnstructured to 1 to 140 characters", async () => {
    await kit.follow("bod-remittance-140");
    await kit.follow("bod-empty-remittance");
    await payment.refuse("/remittanceInformationUnstructured", [" ", "\u00a0\u00ad "]);
  });

  it("NDC-22: accepts letters beyond ASCII in remittance, also decomposed", async () => {
    const text = "Blåbærsyltetøy Čáhppes";
    const field = "/remittanceInformationUnstructured";
    await payment.accept({ [field]: text }, { [field]: text.normalize("NFD") });
    await payment.refuse(field, ["Ola 😀", "Київ", "a\u0000b", "a\tb"]);
  });

  it("NDC-23, NDC-27: refuses only unstructured text beside the structured array", async () => {
    await kit.follow("bod-both-remittances", "/remittanceInformationUnstructured");
    const single = { "/remittanceInformationStructured": { reference: "2" } };
    const list = { "/remittanceInformationStructuredArray": [{ reference: "1" }] };
    await payment.accept({ ...single, "/remittanceInformationUnstructured": "Hei" });
    await payment.accept({ ...single, ...list });
  });

  it("NDC-25, NDC-28: requires requestedExecutionDate within a year, in Oslo", async () => {
    await kit.follow("bod-date");
    const field = "/requestedExecutionDate";
    for (const day of ["2026-11-16", "2026-12-31", "2027-11-16"]) {
      await payment.accept({ [field]: day });
    }
    const days = ["2026-11-15", "2025-11-16", "2027-11-17"];
    await payment.refuse(field, days, { code: "EXECUTION_DATE_INVALID" });
  });

  it("REM-01, REM-02, REM-03: limits a structured reference to 1 to 35 characters", async () => {
    const array = "/remittanceInformationStructuredArray";
    const path = `${array}/0/reference`;
    await kit.follow("bod-reference-35", path);
    await payment.refuse(array, [[{ reference: "" }], [{}]], { path });
  });

  it("REM-04, REM-05: accepts no referenceType or 1 to 35 characters", () =>
    optionalPart("referenceType"));

  it("REM-06, REM-07: accepts no referenceIssuer or 1 to 35 characters", () =>
    optionalPart("referenceIssuer"));

  const optionalPart = async (name: string) => {
    const single = "/remittanceInformationStructured";
    await payment.accept({ [single]: { reference: "1", [name]: "x".repeat(35) } });
    const values = ["", "x".repeat(36)].map((value) => ({ reference: "1", [name]: value }));
    await payment.refuse(single, values, { path: `${single}/${name}` });
  };

  it("REM-08, REM-09: accepts both the single object and the array", async () => {
    await kit.follow("bod-single-object");
    await kit.follow("bod-array");
  });

  it("VER-12: accepts, stores and returns endToEndIdentification", async () => {
    const { paymentId } = await payment.accept({
      "/endToEndIdentification": "e2e-".padEnd(35, "7"),
    });
    const shown = (await payer.get(`${ndct}/${paymentId}`)).json;
    assert.equal(shown.endToEndIdentification, "e2e-".padEnd(35, "7"));
    await payment.refuse("/endToEndIdentification", ["x".repeat(36)]);
  });

  it("VER-14: accepts an instant payment between the PSU's own accounts", async () => {
    const own = { creditorAccount: { bban: people.kari.savings.bban, currency: "NOK" } };
    assert.equal(await payer.status(await payer.pay(indcts, aPayment(own))), "ACSC");
  });
});
