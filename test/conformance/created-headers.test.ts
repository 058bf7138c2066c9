import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import type { RawResponse } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const payer = await aPayer(bank);
const { tpp } = payer.psu;
const location = ({ headers }: RawResponse) => headers.location;
const approach = ({ headers }: RawResponse) => headers["aspsp-sca-approach"];

describe("the headers of a creation", () => {
  test("RSP-16: give the address of a payment, a basket and an authorisation", async () => {
    const payment = await payer.post(ndct, aPayment());
    assert.equal(location(payment), `${ndct}/${payment.json.paymentId}`);
    assert.equal(approach(payment), undefined);
    const basket = await payer.post(baskets, { paymentIds: [payment.json.paymentId] });
    assert.equal(location(basket), `${baskets}/${basket.json.basketId}`);
    const started = await payer.post(`${location(basket)}/authorisations`);
    assert.equal(
      location(started),
      `${location(basket)}/authorisations/${started.json.authorisationId}`,
    );
    for (const response of [payment, basket, started]) {
      const read = await payer.get(location(response) ?? "");
      assert.equal(read.status, 200, read.text);
    }
  });

  test("RSP-16: give the address of test data, but none for a list", async () => {
    const customer = { customerNumber: "01417012345", name: "Ada", type: "PRIVATE" };
    const created = await payer.post("/v1/sandbox/customers", customer);
    const read = await payer.get(location(created) ?? "");
    assert.equal(read.json.customerId, created.json.customerId);
    const account = { customerNumber: "01417012345", accountName: "A", bban: "12345678903" };
    const opened = await payer.post("/v1/sandbox/accounts", {
      ...account,
      currency: "NOK",
    });
    const history = await payer.post(`${location(opened)}/transactions`, []);
    assert.deepEqual([opened.status, location(history)], [201, undefined], history.text);
  });

  test("RSP-17: say how an SCA that was started reaches the PSU", async () => {
    const single = await tpp.send({
      path: ndct,
      body: aPayment({ instructedAmount: { amount: "7.00", currency: "NOK" } }),
      headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" },
    });
    assert.equal(approach(single), "REDIRECT", single.text);
    const consent = await payer.post("/v1/bank-offered-consents");
    assert.deepEqual([approach(consent), location(consent)], ["REDIRECT", undefined]);
    const payment = await payer.create(
      ndct,
      aPayment({ instructedAmount: { amount: "8.00", currency: "NOK" } }),
    );
    const path = `${payment}/authorisations`;
    assert.equal(approach(await payer.post(path)), "REDIRECT");
    const headers = { "TPP-Redirect-Preferred": "false" };
    assert.equal(approach(await payer.psu.send({ method: "POST", path, headers })), "DECOUPLED");
  });

  test("RSP-16, RSP-17: are the same when a request is repeated", async () => {
    const body = aPayment({ instructedAmount: { amount: "9.00", currency: "NOK" } });
    const headers = { ...callHeaders("s-9"), "PSU-Context": "PRIVATE" };
    const signed = await tpp.sign({ path: ndct, body, headers });
    const [first, second] = [await tpp.sendAgain(signed), await tpp.sendAgain(signed)];
    assert.equal(location(first), `${ndct}/${idOf(location(first) ?? "")}`);
    assert.deepEqual(
      [second.status, location(second), approach(second)],
      [201, location(first), "REDIRECT"],
    );
  });
});
