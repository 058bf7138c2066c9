import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  bulkNdct,
  indcts,
  ncbct,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { PageBrowser } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";

const cbct = "/v1/payments/cross-border-credit-transfers";
const sct = "/v1/payments/sepa-credit-transfers";
const typed = "Husleie – “november” 100 €\u00A0…";
const sent = 'Husleie - "november" 100 EUR ...';

describe("text that people type", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00");
  });
  after(() => bank.close());

  const warnings = async (path: string, body: object) => {
    const created = await payer.post(path, body);
    assert.equal(created.status, 201, created.text);
    const status = await payer.get(created.json._links.status.href);
    assert.deepEqual(status.json.tppMessages, created.json.tppMessages);
    return (created.json.tppMessages ?? []).map(
      ({ category, code, path, text }: Record<string, string>) =>
        `${category} ${code} ${path} ${text}`,
    );
  };

  test("GEN-15, NDC-22: re-encodes the remittance text, with a warning", async () => {
    const expected = [
      "WARNING FORMAT_ERROR /remittanceInformationUnstructured " +
        `remittanceInformationUnstructured is sent as "${sent}".`,
    ];
    const remittance = { remittanceInformationUnstructured: typed };
    for (const path of [ndct, indcts]) {
      assert.deepEqual(await warnings(path, aPayment(remittance)), expected);
    }
    for (const path of [ncbct, cbct, sct]) {
      assert.deepEqual(await warnings(path, aCrossBorderPayment(remittance)), expected);
    }
    const bulk = await warnings(bulkNdct, aBulk([aBulkItem(), aBulkItem(remittance)]));
    assert.match(bulk[0], / \/payments\/1\/remittanceInformationUnstructured /);
    assert.deepEqual(await warnings(ndct, aPayment({ creditorName: "Bjørk & Š" })), []);
  });

  test("GEN-15: shows and sends the re-encoded text, and returns the details as sent", async () => {
    const body = aPayment({
      creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
      remittanceInformationUnstructured: typed,
    });
    const payment = await payer.create(ndct, body);
    const details = await payer.get(payment);
    assert.equal(details.json.remittanceInformationUnstructured, typed);
    const started = await payer.post(`${payment}/authorisations`);
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(new URL(started.json._links.scaRedirect.href).pathname);
    await browser.submit({ customerNumber: dataSet.people.kari.customerNumber });
    assert.match(browser.page, /Husleie - &quot;november&quot; 100 EUR \.\.\./);
    await browser.submit({}, "approve");
    assert.equal(await payer.status(payment), "ACSC");
    const { json } = await payer.get("/v1/accounts/kari-current/transactions?limit=1");
    const [booked] = json.transactions.booked;
    assert.equal(booked.remittanceInformationUnstructured, sent);
  });

  test("GEN-15: cuts a remittance text at 140 characters when it is sent", async () => {
    const [warning] = await warnings(
      ndct,
      aPayment({ remittanceInformationUnstructured: "€".repeat(140) }),
    );
    assert.match(warning, /"(?:EUR){46}EU"/);
  });

  test("GEN-15, END-27: finds logical duplicates by what is sent", async () => {
    const body = aPayment({ remittanceInformationUnstructured: "Takk – hei" });
    await payer.create(ndct, body);
    const plain = { ...body, remittanceInformationUnstructured: "Takk - hei" };
    expectRefusal(await payer.post(ndct, plain), 400, "PAYMENT_FAILED");
  });

  test("GEN-15: re-encodes names and addresses abroad, and refuses them at home", async () => {
    const named = { creditorName: "Józef Łoś", creditorAddress: { city: "Łódź", country: "PL" } };
    for (const path of [ncbct, cbct, sct]) {
      assert.deepEqual(await warnings(path, aCrossBorderPayment(named)), [
        'WARNING FORMAT_ERROR /creditorName creditorName is sent as "Józef Los".',
        'WARNING FORMAT_ERROR /creditorAddress/city city is sent as "Lódz".',
      ]);
    }
    for (const path of [ndct, indcts]) {
      const refused = expectRefusal(await payer.post(path, aPayment(named)), 400, "FORMAT_ERROR");
      assert.match(`${refused.path} ${refused.text}`, /^\/creditorName .*\(U\+0141\)/);
    }
    const bulk = await payer.post(bulkNdct, aBulk([aBulkItem(), aBulkItem(named)]));
    assert.equal(expectRefusal(bulk, 400, "FORMAT_ERROR").path, "/payments/1/creditorName");
  });

  test("GEN-15: refuses a name that is too long when it is sent", async () => {
    const long = aCrossBorderPayment({ creditorName: "Œ".repeat(36) });
    const { text } = expectRefusal(await payer.post(cbct, long), 400, "FORMAT_ERROR");
    assert.match(text ?? "", /has 72 characters as it is sent; at most 70/);
    assert.equal((await payer.post(cbct, { ...long, creditorName: "Œ".repeat(35) })).status, 201);
  });

  test("NDC-02, GEN-08: refuses a payee or a text that nobody can see", async () => {
    for (const name of ["\u00AD", " \u00AD\u00A0", "\u200B", "\u202E", "\u2003", "\u2060"]) {
      for (const [path, body] of [
        [ndct, aPayment({ creditorName: name })],
        [cbct, aCrossBorderPayment({ creditorName: name })],
      ] as const) {
        const refused = expectRefusal(await payer.post(path, body), 400, "FORMAT_ERROR");
        assert.equal(refused.path, "/creditorName");
      }
    }
    const empty = aPayment({ remittanceInformationUnstructured: "\u00AD" });
    expectRefusal(await payer.post(ndct, empty), 400, "FORMAT_ERROR");
  });

  test("GEN-15: takes the treatment of names from the configuration", async () => {
    await using other = await aBank({ bank: { names: { NDCT: "re-encode" } } });
    const there = await payerAt(other, "2026-11-16T07:00");
    const named = aPayment({ creditorName: "Łoś" });
    assert.equal((await there.post(ndct, named)).status, 201);
    expectRefusal(await there.post(indcts, named), 400, "FORMAT_ERROR");
  });
});
