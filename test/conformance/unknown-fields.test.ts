import assert from "node:assert/strict";
import { after, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  bulkNdct,
  indcts,
  ncbct,
  ndct,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { PageBrowser } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";

const { people, payees } = dataSet;
const debtorAccount = { bban: people.kari.current.bban, currency: "NOK" };
const sct = "/v1/payments/sepa-credit-transfers";

const bank = await aBank();
after(() => bank.close());
const payer = await payerAt(bank, "2026-11-16T07:00");

const monthly = (changes: object) =>
  aPayment({ startDate: "2026-12-01", frequency: "Monthly", ...changes });

/** Returns the page that the PSU sees before approving. */
const readApprovalPage = async (payment: string): Promise<string> => {
  const started = await payer.post(`${payment}/authorisations`);
  const browser = new PageBrowser(bank.addresses.http);
  await browser.open(`${started.json._links.scaRedirect.href}?lang=en`);
  await browser.submit({
    customerNumber: people.kari.customerNumber,
    decision: "continue",
  });
  return browser.page.replaceAll(/<[^>]+>| /g, " ");
};

test("END-29: accepts a card only in products that have cards", async () => {
  const other = { identification: people.kari.card.relatedAccount };
  const bodies = [
    [indcts, aPayment({ debtorAccount: { ...debtorAccount, other } })],
    [ncbct, aCrossBorderPayment({ debtorAccount: { ...debtorAccount, other } })],
    [periodicNdct, monthly({ debtorAccount: { ...debtorAccount, other } })],
    [periodicNdct, monthly({ debtorAccount: { ...debtorAccount, other: 5 } })],
  ] as const;
  for (const [path, body] of bodies) {
    const payment = await payer.create(path, body);
    assert.deepEqual((await payer.get(payment)).json.debtorAccount, debtorAccount);
    assert.match(await readApprovalPage(payment), new RegExp(people.kari.current.bban.slice(-5)));
  }
});

test("END-29: ignores a field of another product, whatever its value", async () => {
  const { creditorAddress, ...unaddressed } = aPayment({
    creditorAccount: { bban: payees.hotels.bban, currency: "NOK", iban: 5 },
  });
  await payer.create(indcts, unaddressed);
  await payer.create(ncbct, aCrossBorderPayment({ remittanceInformationStructuredArray: 5 }));
  for (const months of [undefined, 5]) {
    const schedule = { startDate: "2020-01-01", frequency: "Monthly", monthsOfExecution: months };
    const payment = await payer.create(ndct, aPayment(schedule));
    assert.doesNotMatch(await readApprovalPage(payment), /Every month|2020/);
  }
});

test("END-29: uses the date of the bulk, not of its payments", async () => {
  for (const requestedExecutionDate of ["2026-12-01", "garbage", 5, ""]) {
    const bulk = await payer.create(bulkNdct, {
      paymentInformationId: "dated",
      debtorAccount,
      payments: [aBulkItem({ requestedExecutionDate }), aBulkItem()],
    });
    await payer.sign(bulk);
    const { payments } = (await payer.get(bulk)).json;
    assert.equal(payments[0].requestedExecutionDate, undefined);
    await bank.runBatch(await onlyWorld(bank));
    assert.equal(await payer.status(bulk), "ACSC");
  }
});

test("END-29: does not return unknown fields", async () => {
  const junk = { foo: [1], tppMessages: 5, fundsAvailable: "x", ultimateDebtor: "😀" };
  const body = aCrossBorderPayment();
  const payment = await payer.create(ncbct, { ...body, ...junk });
  const { paymentId, transactionStatus, _links, ...shown } = (await payer.get(payment)).json;
  assert.deepEqual(shown, body);
});

test("REM-03, REM-09: accepts the structured array in a SEPA payment, with its rules", async () => {
  const body = {
    instructedAmount: { amount: "10.00", currency: "EUR" },
    creditorName: "Müller GmbH",
    creditorAccount: { iban: "DE89370400440532013000" },
    debtorAccount,
  };
  const references = (reference: string) => ({
    remittanceInformationStructuredArray: [{ reference }],
  });
  const long = await payer.post(sct, { ...body, ...references("1".repeat(300)) });
  assertRefused(long, { status: 400, code: "FORMAT_ERROR" });
  const text = { remittanceInformationUnstructured: "Danke" };
  const both = await payer.post(sct, { ...body, ...references("RF712348231"), ...text });
  const path = "/remittanceInformationUnstructured";
  assertRefused(both, { status: 400, code: "FORMAT_ERROR", path });
  await payer.create(sct, { ...body, ...references("RF712348231") });
});
