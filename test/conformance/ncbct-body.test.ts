import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, ncbct, type Payer, payerAt } from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { PaymentVerdicts } from "./payment-verdicts.ts";

const { bban, iban } = dataSet.people.kari.current;
const code = "/regulatoryReportingCode";
const information = "/regulatoryReportingInformation";

describe("the body of a Norwegian cross-border credit transfer", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const payment = new PaymentVerdicts({
    // Several have the same amount, and are not duplicates.
    body: () => aCrossBorderPayment({ remittanceInformationUnstructured: randomUUID() }),
    send: (body) => payer.post(ncbct, body),
  });

  it("NCB-01: requires instructedAmount with amount and currency", () =>
    payment.refuseWithout(
      "/instructedAmount",
      "/instructedAmount/amount",
      "/instructedAmount/currency",
    ));

  it("NCB-02, NCB-03: requires creditorName, with at most 70 characters", async () => {
    await payment.refuseWithout("/creditorName");
    await payment.accept({ "/creditorName": "ß".repeat(70) });
    await payment.refuse("/creditorName", ["ß".repeat(71)]);
  });

  it("NCB-04, NCB-05: requires creditorAgent with a BBAN and not with an IBAN", async () => {
    await payment.accept({});
    await payment.follow("ncb-agent");
  });

  it("NCB-07: requires creditorAccount with its currency", () =>
    payment.refuseWithout("/creditorAccount", "/creditorAccount/currency"));

  it("NCB-08: requires exactly one of bban and iban in the creditor account", async () => {
    await payment.follow("ncb-both-accounts", "/creditorAccount");
    await payment.refuse("/creditorAccount/iban", [undefined], { path: "/creditorAccount" });
  });

  it("NCB-09, NCB-10, NCB-11: requires a country in the optional creditorAddress", async () => {
    const [address, street] = ["/creditorAddress", "/creditorAddress/street"];
    await payment.accept({ [address]: { country: "DE", street: "x".repeat(70) } });
    await payment.refuse(`${address}/country`, [undefined], { beside: { [street]: "Hafenstr." } });
    await payment.refuse(street, ["x".repeat(71)], { beside: { [`${address}/country`]: "DE" } });
  });

  it("NCB-12, NCB-13: requires debtorAccount with currency and bban or iban", async () => {
    await payment.refuseWithout("/debtorAccount", "/debtorAccount/currency");
    const currency = "NOK";
    await payment.refuse("/debtorAccount", [{ bban, iban, currency }, { currency }]);
    await payment.accept({ "/debtorAccount": { iban, currency } });
  });

  it("NCB-14: limits remittanceInformationUnstructured to 1 to 140 characters", async () => {
    await payment.accept({ "/remittanceInformationUnstructured": "x".repeat(140) });
    await payment.refuse("/remittanceInformationUnstructured", ["x".repeat(141), ""]);
  });

  it("NCB-16: accepts no requestedExecutionDate or a date", async () => {
    await payment.accept({ "/requestedExecutionDate": "2026-11-20" });
    await payment.refuse("/requestedExecutionDate", ["2026-11-31"]);
  });

  it("NCB-17, NCB-19: requires both code and text from NOK 100 000", async () => {
    await payment.follow("ncb-code-required");
    await payment.follow("ncb-information");
  });

  it("NCB-21, NCB-22, NCB-23: requires neither below NOK 100 000 at the bank's rate", async () => {
    await payment.follow("ncb-below-limit");
    // At a rate of 11.52, 8680.55 euros are 99 999.94 kroner and 8680.56 euros 100 000.05.
    await payment.accept({ "/instructedAmount/amount": "8680.55" });
    await payment.refuse("/instructedAmount/amount", ["8680.56"], { path: code });
  });

  it("NCB-18: accepts the 16 listed values of regulatoryReportingCode", async () => {
    const codes = "14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82".split(" ");
    for (const each of codes) await payment.accept({ [code]: each, [information]: "Fisk" });
    await payment.follow("ncb-code-value");
    await payment.refuse(code, ["99", "1", "014", ""]);
  });

  it("NCB-20: limits regulatoryReportingInformation to 140 characters", async () => {
    await payment.accept({ [code]: "14", [information]: "x".repeat(140) });
    await payment.refuse(information, ["x".repeat(141)]);
  });

  it("NCB-19, NCB-20: treats an empty regulatoryReportingInformation as missing", async () => {
    const empty = { [code]: "14", [information]: "" };
    await payment.accept(empty);
    const beside = { ...empty, "/instructedAmount": { amount: "100000.00", currency: "NOK" } };
    await payment.refuse(information, [""], { beside });
  });

  it("VAL-06: limits an IBAN to 34 characters", async () => {
    await payment.follow("ncb-iban");
    await payment.refuse("/creditorAccount/iban", [`DE89${"3".repeat(30)}`]);
    await payment.accept({ "/creditorAccount/iban": "MT84MALT011000012345MTLCAST001S" });
  });

  it("VER-15, VER-20: allows urgent payments outside SEPA and not inside", async () => {
    const abroad = {
      "/creditorAccount": { bban: "0532013000", currency: "USD" },
      "/creditorAgent": "CHASUS33",
      "/creditorAddress": { country: "US" },
      "/instructedAmount": { amount: "100.00", currency: "USD" },
    };
    const urgent = await payment.accept({ ...abroad, "/serviceLevel": "URGP" });
    const usual = await payment.accept({
      ...abroad,
      "/remittanceInformationUnstructured": "usual",
    });
    assert(Number(urgent.transactionFees.amount) > Number(usual.transactionFees.amount));
    await payment.refuse("/serviceLevel", ["URGP"]);
  });
});
