import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank, aBankDayAhead } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { kari, PageBrowser } from "@varde/testkit/psu";

const bank = await aBank();
after(() => bank.close());
const payer = await aPayer(bank);

/** Creates a payment of 4 711 kroner to a known payee on a later day. */
const create = () =>
  payer.create(
    `${ndct}?allowLogicalDuplicate=true`,
    aPayment({
      instructedAmount: { amount: "4711.00", currency: "NOK" },
      creditorName: "Kysthotellene AS",
      requestedExecutionDate: aBankDayAhead(),
    }),
  );

describe("the page on which a PSU approves", () => {
  for (const [subject, start] of [
    ["payment", async () => `${await create()}/authorisations`],
    [
      "basket",
      async () => {
        const paymentIds = [(await create()).split("/").at(-1)];
        const basket = await payer.post("/v1/signing-baskets", { paymentIds });
        assert.equal(basket.status, 201, basket.text);
        return `/v1/signing-baskets/${basket.json.basketId}/authorisations`;
      },
    ],
    [
      "cancellation",
      async () => {
        const payment = await create();
        await payer.sign(payment);
        assert.equal((await payer.delete(payment)).status, 202);
        return `${payment}/cancellation-authorisations`;
      },
    ],
  ] as const) {
    test(`SCA-25: shows the amount and the payee of a ${subject}`, async () => {
      const started = await payer.post(await start());
      assert.equal(started.status, 201, started.text);
      const browser = new PageBrowser(bank.addresses.http);
      await browser.open(started.json._links.scaRedirect.href);
      await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
      assert.match(browser.page, /NOK\s4,711\.00/);
      assert.match(browser.page, /Kysthotellene AS/);
      assert.match(browser.page, /value="approve"/);
    });
  }
});
