import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { errorResponse, paymentCreatedResponse, tppMessageCodes } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aCrossBorderPayment,
  aPayment,
  goTo,
  ncbct,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { kari, redirectUri } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

describe("the response to a creation", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    // Opened at this time, so that none of its history is later than the test.
    bank = await aBank({ startAt: Date.parse("2026-11-16T06:00:00+01:00") });
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const created = async (path: string, body: object) =>
    expectBody(await payer.post(path, body), 201, paymentCreatedResponse);

  it("RSP-01, RSP-02: contains the payment's id and status", async () => {
    const body = await created(ndct, aPayment());
    assert.equal(body.transactionStatus, "RCVD");
    assert.equal((await payer.get(`${ndct}/${body.paymentId}`)).json.paymentId, body.paymentId);
  });

  it("RSP-05: says that there is no fee and names no amount", async () => {
    const body = await created(ndct, aPayment());
    assert.equal(body.transactionFeeIndicator, false);
    assert.equal(body.transactionFees, undefined);
  });

  it("RSP-03, RSP-04, RSP-06: names the total fee with conversion, and books it", async () => {
    const amount = { amount: "50.00", currency: "EUR" };
    const body = await created(ncbct, aCrossBorderPayment({ instructedAmount: amount }));
    assert.equal(body.transactionFeeIndicator, true);
    // 30.00 for a payment within the EEA and 0.25 % of 576.00 kroner, the price of 50 euros.
    assert.deepEqual(body.transactionFees, { amount: "31.44", currency: "NOK" });
    await payer.sign(`${ncbct}/${body.paymentId}`);
    await goTo(bank, "2026-11-17T05:30");
    const worldId = await onlyWorld(bank);
    const booked = await bank.ledger.listTransactions(worldId, "kari-current", { limit: 2 });
    assert.deepEqual(booked.map(({ kind, amountMinor }) => [kind, amountMinor]).sort(), [
      ["fee", -31_44n],
      ["payment", -576_00n],
    ]);
    payer = await payerAt(bank, "2026-11-17T09:40", kari);
  });

  it("RSP-04: sets the fee by the country of the payee's account, by IBAN or bank", async () => {
    const readFee = async (amount: string, changes: object) => {
      const instructedAmount = { amount, currency: "NOK" };
      const body = await created(ncbct, aCrossBorderPayment({ instructedAmount, ...changes }));
      return body.transactionFees?.amount;
    };
    const creditorAccount = { bban: "532013000", currency: "EUR" };
    assert.equal(await readFee("1.11", { creditorAccount, creditorAgent: "DEUTDEFF" }), "30.00");
    assert.equal(await readFee("1.12", { creditorAccount, creditorAgent: "CHASUS33" }), "50.00");
    assert.equal(await readFee("1.13", { creditorAddress: { country: "US" } }), "30.00");
  });

  it("RSP-07, RSP-10, RSP-11, RSP-12, RSP-13: warns about what the bank changed", async () => {
    const body = await created(ndct, aPayment({ requestedExecutionDate: "2026-11-21" }));
    const [message] = body.tppMessages;
    assert.equal(message.category, "WARNING");
    assert.equal(message.code, "EXECUTION_DATE_INVALID");
    assert.equal(message.path, "/requestedExecutionDate");
    assert(tppMessageCodes.includes(message.code));
    assert(message.text.length <= 512);
  });

  it("RSP-10, RSP-13, ERR-01, ERR-10: reports all faults of a check, each cut at 512", async () => {
    const response = await payer.post(ndct, {
      creditorName: "x".repeat(5_000),
      creditorAgent: "😀".repeat(2_000),
      purposeCode: "y".repeat(5_000),
    });
    const { tppMessages } = expectBody(response, 400, errorResponse);
    assert(tppMessages.length > 4, response.text);
    for (const { category, code, text } of tppMessages) {
      assert.equal(category, "ERROR");
      assert(tppMessageCodes.includes(code));
      assert([...text].length <= 512);
    }
  });

  it("RSP-08: keeps the psuMessage of a creation within 512 characters", async () => {
    const { psuMessage } = await created(ncbct, aCrossBorderPayment());
    assert.match(psuMessage, /^About NOK /);
    assert(psuMessage.length <= 512);
  });

  it("RSP-09, RSP-15: returns relative links that start at /v1/ and exist", async () => {
    const { _links } = await created(ndct, aPayment());
    assert.deepEqual(Object.keys(_links).sort(), ["self", "startAuthorisation", "status"]);
    for (const { href, verbs } of Object.values(_links) as { href: string; verbs: string[] }[]) {
      assert.match(href, /^\/v1\//);
      assert(verbs.length > 0);
    }
    assert.equal((await payer.get(_links.status.href)).status, 200);
    assert.equal((await payer.get(_links.self.href)).status, 200);
  });

  it("RSP-15, SCA-30: returns an absolute scaRedirect for PSU-Context alone", async () => {
    const response = await payer.psu.tpp.send({
      path: ndct,
      body: aPayment(),
      headers: {
        "x-accept-fix": "amount-as-string",
        "TPP-Session-ID": crypto.randomUUID(),
        "TPP-Redirect-URI": redirectUri,
        "PSU-IP-Address": "192.0.2.1",
        "PSU-Context": "PRIVATE",
      },
    });
    const { _links } = expectBody(response, 201, paymentCreatedResponse);
    assert.match(_links.scaRedirect.href, /^http:\/\/127\.0\.0\.1:\d+\/sca\//);
    assert.equal(_links.startAuthorisation, undefined);
  });

  it("ERR-08: refuses an unknown debtor account with 400 RESOURCE_UNKNOWN", async () => {
    const body = aPayment({ debtorAccount: { bban: "12345678903", currency: "NOK" } });
    const fault = expectRefusal(await payer.post(ndct, body), 400, "RESOURCE_UNKNOWN");
    assert.equal(fault.path, "/debtorAccount/bban");
    const other = aPayment({
      debtorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
    });
    const same = expectRefusal(await payer.post(ndct, other), 400, "RESOURCE_UNKNOWN");
    assert.equal(same.text, fault.text);
  });

  it("ERR-13: refuses an unknown payment product with 404 PRODUCT_UNKNOWN", async () => {
    const response = await payer.post("/v1/payments/swedish-giro", aPayment());
    expectRefusal(response, 404, "PRODUCT_UNKNOWN");
    const elsewhere = await payer.post("/v1/bulk-payments/sepa-credit-transfers", aPayment());
    expectRefusal(elsewhere, 404, "PRODUCT_UNKNOWN");
  });
});
