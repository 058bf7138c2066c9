import { after, describe, test } from "node:test";
import { dataSet, startBank } from "@varde/sandbox";
import { aCrossBorderPayment, ncbctPath, without } from "../support/a-payment.ts";
import { aSession } from "../support/a-session.ts";
import { BodyVerdicts } from "../support/body-verdicts.ts";
import { RawTpp } from "../support/raw-tpp.ts";

const bank = await startBank();
after(() => bank.close());
const tpp = new RawTpp(bank.addresses.http, bank.tpp);
const { headers } = await aSession(bank, tpp);
const ncbct = new BodyVerdicts(tpp, ncbctPath, headers);
const { kari } = dataSet.people;
const pay = aCrossBorderPayment;

const report = { regulatoryReportingCode: "14", regulatoryReportingInformation: "Goods" };
const nok = (amount: string, more: object = {}) =>
  pay({ instructedAmount: { amount, currency: "NOK" }, ...more });
const eur = (amount: string, more: object = {}) =>
  pay({ instructedAmount: { amount, currency: "EUR" }, ...more });

describe("what a cross-border payment must have", () => {
  test("NCB-01: instructedAmount is required, with both amount and currency", async () => {
    await ncbct.refuses("/instructedAmount", [without(pay(), "instructedAmount")]);
    await ncbct.refuses("/instructedAmount/currency", [
      pay({ instructedAmount: { amount: "1.00" } }),
    ]);
    await ncbct.refuses("/instructedAmount/amount", [
      pay({ instructedAmount: { currency: "EUR" } }),
    ]);
  });

  test("NCB-02, NCB-03: creditorName is required, with at most 70 characters", async () => {
    await ncbct.accepts(pay({ creditorName: "ü".repeat(70) }));
    await ncbct.refuses("/creditorName", [
      without(pay(), "creditorName"),
      pay({ creditorName: "ü".repeat(71) }),
    ]);
  });

  test("NCB-07: creditorAccount is required, with its currency", async () => {
    await ncbct.refuses("/creditorAccount", [without(pay(), "creditorAccount")]);
    const creditorAccount = { iban: "DE89370400440532013000" };
    await ncbct.refuses("/creditorAccount/currency", [pay({ creditorAccount })]);
  });

  test("NCB-08: a creditor account is given by exactly one of bban and iban", async () => {
    const iban = "DE89370400440532013000";
    const creditorAgent = "DEUTDEFF";
    await ncbct.refuses("/creditorAccount", [
      pay({ creditorAgent, creditorAccount: { iban, bban: "0532013000", currency: "EUR" } }),
      pay({ creditorAgent, creditorAccount: { currency: "EUR" } }),
    ]);
  });

  test("NCB-12: debtorAccount is required, with its currency", async () => {
    await ncbct.refuses("/debtorAccount", [without(pay(), "debtorAccount")]);
    const debtorAccount = { bban: kari.current.bban };
    await ncbct.refuses("/debtorAccount/currency", [pay({ debtorAccount })]);
  });

  test("NCB-13: a debtor account is given by exactly one of bban and iban", async () => {
    const { bban, iban } = kari.current;
    await ncbct.accepts(pay({ debtorAccount: { iban, currency: "NOK" } }));
    await ncbct.refuses("/debtorAccount", [
      pay({ debtorAccount: { bban, iban, currency: "NOK" } }),
      pay({ debtorAccount: { currency: "NOK" } }),
    ]);
  });
});

describe("what depends on something else", () => {
  test("NCB-04: creditorAgent is required when the creditor's account is a BBAN", async () => {
    const creditorAccount = { bban: "123456789", currency: "USD" };
    await ncbct.refuses("/creditorAgent", [pay({ creditorAccount })]);
    await ncbct.accepts(pay({ creditorAccount, creditorAgent: "CHASUS33" }));
  });

  test("NCB-05: creditorAgent may be left out when the creditor's account is an IBAN", async () => {
    await ncbct.accepts(pay(), pay({ creditorAgent: "DEUTDEFF" }));
  });

  test("NCB-17, NCB-19: both reporting fields are required from NOK 100 000", async () => {
    const { regulatoryReportingCode, regulatoryReportingInformation } = report;
    await ncbct.accepts(nok("100000.00", report));
    await ncbct.refuses("/regulatoryReportingCode", [
      nok("100000.00", { regulatoryReportingInformation }),
    ]);
    await ncbct.refuses("/regulatoryReportingInformation", [
      nok("100000.00", { regulatoryReportingCode }),
    ]);
  });

  test("NCB-21, NCB-23: below NOK 100 000 both may be left out", async () => {
    await ncbct.accepts(nok("99999.99"), nok("1.00"));
  });

  test("NCB-22: an amount in euro is weighed at the bank's rate, boundary included", async () => {
    // 8680.55 and 8680.56 euro at 11.52 are NOK 99 999.94 and NOK 100 000.05.
    await ncbct.accepts(eur("8680.55"));
    await ncbct.refuses("/regulatoryReportingCode", [eur("8680.56")]);
    await ncbct.accepts(eur("8680.56", report));
  });

  test("NCB-18: the reporting code is one of the 16", async () => {
    const coded = (regulatoryReportingCode: string) => pay({ ...report, regulatoryReportingCode });
    const codes = "14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82".split(" ");
    await ncbct.accepts(...codes.map(coded));
    await ncbct.refuses("/regulatoryReportingCode", ["99", "1", "014", ""].map(coded));
  });

  test("NCB-20: the reporting text has at most 140 characters", async () => {
    const told = (regulatoryReportingInformation: string) =>
      pay({ ...report, regulatoryReportingInformation });
    await ncbct.accepts(told("ø".repeat(140)));
    await ncbct.refuses("/regulatoryReportingInformation", [told("ø".repeat(141))]);
  });
});

describe("what a cross-border payment may have", () => {
  test("NCB-09, NCB-10, NCB-11: an address may be left out or has a country", async () => {
    const at = (creditorAddress: object) => pay({ creditorAddress });
    await ncbct.accepts(pay(), at({ country: "DE" }));
    await ncbct.accepts(at({ country: "DE", street: "ß".repeat(70) }));
    await ncbct.refuses("/creditorAddress/country", [at({ street: "Allee" })]);
    await ncbct.refuses("/creditorAddress/street", [at({ country: "DE", street: "ß".repeat(71) })]);
  });

  test("NCB-14: unstructured text has 1 to 140 characters", async () => {
    const text = (remittanceInformationUnstructured: string) =>
      pay({ remittanceInformationUnstructured });
    await ncbct.accepts(text("x"), text("ö".repeat(140)));
    await ncbct.refuses("/remittanceInformationUnstructured", [text(""), text("ö".repeat(141))]);
  });

  test("NCB-15: a supported purpose code is accepted", async () => {
    await ncbct.accepts(pay({ purposeCode: "SALA" }));
  });

  test("NCB-16: requestedExecutionDate may be left out and is a date", async () => {
    const on = (requestedExecutionDate: string) => pay({ requestedExecutionDate });
    const soon = Temporal.Now.plainDateISO("Europe/Oslo").add({ days: 20 }).toString();
    await ncbct.accepts(on(soon));
    await ncbct.refuses("/requestedExecutionDate", [on("soon")]);
  });
});
