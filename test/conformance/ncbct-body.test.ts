import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { changeBody } from "@varde/conformance";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, ncbct, type Payer, payerAt } from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { fieldRefusals } from "./field-refusals.ts";

const { bban, iban } = dataSet.people.kari.current;
const reporting = { regulatoryReportingCode: "14", regulatoryReportingInformation: "Fisk" };
const foreignBban = { bban: "0532013000", currency: "USD" };

describe("the body of a Norwegian cross-border credit transfer", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const accept = async (changes: object = {}) => {
    const response = await payer.post(ncbct, aCrossBorderPayment({ ...changes }));
    assert.equal(response.status, 201, `${JSON.stringify(changes)}: ${response.text}`);
    return response.json;
  };
  const { refuse, refuseWithout } = fieldRefusals(aCrossBorderPayment, (body) =>
    payer.post(ncbct, body),
  );

  it("NCB-01: requires instructedAmount with amount and currency", () =>
    refuseWithout("/instructedAmount", "/instructedAmount/amount", "/instructedAmount/currency"));

  it("NCB-02, NCB-03: requires creditorName, with at most 70 characters", async () => {
    await refuseWithout("/creditorName");
    await accept({ creditorName: "ß".repeat(70) });
    await refuse("/creditorName", "ß".repeat(71));
  });

  it("NCB-04: requires creditorAgent if the creditor account is a BBAN", async () => {
    await refuse("/creditorAccount", foreignBban, { path: "/creditorAgent" });
    await accept({ creditorAccount: foreignBban, creditorAgent: "CHASUS33" });
  });

  it("NCB-05: does not require creditorAgent if the creditor account is an IBAN", () => accept());

  it("NCB-06: requires creditorAgent to be a BIC", async () => {
    await refuse("/creditorAgent", "COBADEX");
    await accept({ creditorAgent: "COBADEFF" });
  });

  it("NCB-07: requires creditorAccount with its currency", () =>
    refuseWithout("/creditorAccount", "/creditorAccount/currency"));

  it("NCB-08: requires exactly one of bban and iban in the creditor account", async () => {
    await refuse("/creditorAccount/bban", "0532013000", { path: "/creditorAccount" });
    await refuse("/creditorAccount/iban", undefined, { path: "/creditorAccount" });
  });

  it("NCB-09, NCB-10, NCB-11: requires a country in the optional creditorAddress", async () => {
    await accept();
    await accept({ creditorAddress: { country: "DE", street: "x".repeat(70) } });
    await refuse("/creditorAddress", { street: "Hafenstr." }, { path: "/creditorAddress/country" });
    await refuse(
      "/creditorAddress",
      { country: "DE", street: "x".repeat(71) },
      { path: "/creditorAddress/street" },
    );
  });

  it("NCB-12, NCB-13: requires debtorAccount with currency and bban or iban", async () => {
    await refuseWithout("/debtorAccount", "/debtorAccount/currency");
    await refuse("/debtorAccount", { bban, iban, currency: "NOK" });
    await refuse("/debtorAccount", { currency: "NOK" });
    await accept({ debtorAccount: { iban, currency: "NOK" } });
  });

  it("NCB-14: limits remittanceInformationUnstructured to 1 to 140 characters", async () => {
    await accept({ remittanceInformationUnstructured: "x".repeat(140) });
    await refuse("/remittanceInformationUnstructured", "x".repeat(141));
    await refuse("/remittanceInformationUnstructured", "");
  });

  it("NCB-15: accepts no purposeCode or one of the supported codes", async () => {
    await accept({ purposeCode: "SUPP" });
    await refuse("/purposeCode", "GDDS");
  });

  it("NCB-16: accepts no requestedExecutionDate or a date", async () => {
    await accept({ requestedExecutionDate: "2026-11-20" });
    await refuse("/requestedExecutionDate", "2026-11-31");
  });

  it("NCB-17, NCB-19: requires both code and text from NOK 100 000", async () => {
    const large = { instructedAmount: { amount: "100000.00", currency: "NOK" } };
    for (const name of Object.keys(reporting)) {
      const whole = aCrossBorderPayment({ ...large, ...reporting });
      const body = changeBody(whole, { [`/${name}`]: undefined });
      const fault = expectRefusal(await payer.post(ncbct, body), 400, "FORMAT_ERROR");
      assert.equal(fault.path, `/${name}`);
    }
    await accept({ ...large, ...reporting });
  });

  it("NCB-21, NCB-22, NCB-23: requires neither below NOK 100 000 at the bank's rate", async () => {
    await accept({ instructedAmount: { amount: "99999.99", currency: "NOK" } });
    // At a rate of 11.52, 8680.55 euros are 99 999.94 kroner and 8680.56 euros 100 000.05.
    await accept({ instructedAmount: { amount: "8680.55", currency: "EUR" } });
    const large = aCrossBorderPayment({ instructedAmount: { amount: "8680.56", currency: "EUR" } });
    expectRefusal(await payer.post(ncbct, large), 400, "FORMAT_ERROR");
  });

  it("NCB-18: accepts the 16 listed values of regulatoryReportingCode", async () => {
    const codes = "14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82".split(" ");
    for (const code of codes) await accept({ ...reporting, regulatoryReportingCode: code });
    for (const code of ["99", "1", "014", ""]) await refuse("/regulatoryReportingCode", code);
  });

  it("NCB-20: limits regulatoryReportingInformation to 140 characters", async () => {
    await accept({ ...reporting, regulatoryReportingInformation: "x".repeat(140) });
    await refuse("/regulatoryReportingInformation", "x".repeat(141));
  });

  it("NCB-19, NCB-20: treats an empty regulatoryReportingInformation as missing", async () => {
    const empty = { ...reporting, regulatoryReportingInformation: "" };
    await accept(empty);
    const large = { instructedAmount: { amount: "100000.00", currency: "NOK" } };
    const response = await payer.post(ncbct, aCrossBorderPayment({ ...large, ...empty }));
    const fault = expectRefusal(response, 400, "FORMAT_ERROR");
    assert.equal(fault.path, "/regulatoryReportingInformation");
  });

  it("VAL-06: limits an IBAN to 34 characters", async () => {
    await refuse("/creditorAccount/iban", `DE89${"3".repeat(31)}`);
    await refuse("/creditorAccount/iban", `DE89${"3".repeat(30)}`);
    await accept({ creditorAccount: { iban: "MT84MALT011000012345MTLCAST001S", currency: "EUR" } });
  });

  it("VER-15, VER-20: allows urgent payments outside SEPA and not inside", async () => {
    const abroad = {
      creditorAccount: foreignBban,
      creditorAgent: "CHASUS33",
      creditorAddress: { country: "US" },
      instructedAmount: { amount: "100.00", currency: "USD" },
    };
    const urgent = await accept({ ...abroad, serviceLevel: "URGP" });
    const usual = await accept({ ...abroad, remittanceInformationUnstructured: "usual" });
    assert(Number(urgent.transactionFees.amount) > Number(usual.transactionFees.amount));
    await refuse("/serviceLevel", "URGP");
  });
});
