import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import {
  aCrossBorderPayment,
  aPayment,
  baskets,
  goTo,
  idOf,
  ncbct,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { kari as kariPrivately } from "@varde/testkit/psu";
import { type Journey, startJourney } from "./a-journey.ts";
import { type BrowsingPsu, followLink } from "./browsing-psu.ts";
import { screens } from "./words.ts";

const { kari, ola } = dataSet.people;
const { hotels } = dataSet.payees;
const display = { language: "nb", screen: "phone" } as const;

let journey: Journey;
let payer: Payer;
before(async () => {
  journey = await startJourney();
  payer = await payerAt(journey.bank, "2026-11-16T07:00", kariPrivately);
});
after(() => journey?.close());

/** The payment from the savings account. */
const impossible = 98;

/** Every second payment goes abroad; half of the others stay within the bank. */
const orders = Array.from({ length: 100 }, (_, index) => {
  const isAbroad = index % 2 === 1;
  const bban = index % 4 === 0 ? ola.current.bban : hotels.bban;
  const debtor = index === impossible ? kari.savings : kari.current;
  const changes = {
    creditorName: `Mottaker ${String(index + 1).padStart(3, "0")}`,
    debtorAccount: { bban: debtor.bban, currency: "NOK" },
    instructedAmount: {
      amount: `10.${String(index).padStart(2, "0")}`,
      currency: isAbroad ? "EUR" : "NOK",
    },
  };
  return isAbroad
    ? { path: ncbct, body: aCrossBorderPayment(changes) }
    : { path: ndct, body: aPayment({ ...changes, creditorAccount: { bban, currency: "NOK" } }) };
});

describe("a basket of a hundred in a browser", () => {
  test("BSK-05, BSK-07, BSK-11: signs 99 with one SCA, rejects the impossible one", async () => {
    const { bank } = journey;
    const payments = await Promise.all(orders.map(({ path, body }) => payer.create(path, body)));
    const basket = await createBasket(payments);
    const started = await payer.psu.send({
      method: "POST",
      path: `${basket}/authorisations`,
      headers: { "TPP-Redirect-URI": journey.callback },
    });
    await followLink(journey, started.json._links.scaRedirect.href, display, async (psu) => {
      await psu.identify(kari.customerNumber);
      await psu.at(psu.words.batch(100));
      await showsAll(psu);
      const savings = `/v1/sandbox/accounts/${kari.savings.accountId}`;
      assert.equal((await payer.delete(savings)).status, 204);
      await psu.press(psu.words.batchYes);
    });
    const signed = await statusesOf(payments);
    assert.deepEqual(signed, payments.map(statusOnceSigned));
    assert.equal((await payer.get(`${basket}/status`)).json.transactionStatus, "RJCT");
    await goTo(bank, "2026-11-18T16:00");
    const made = await statusesOf(payments);
    assert.deepEqual(
      made,
      payments.map((_, index) => (index === impossible ? "RJCT" : "ACSC")),
    );
    assert.equal((await payer.get(`${basket}/status`)).json.transactionStatus, "RJCT");
    assert.deepEqual(await bank.checkBooks(), []);
  });
});

const createBasket = async (payments: readonly string[]): Promise<string> => {
  const created = await payer.post(baskets, { paymentIds: payments.map(idOf) });
  assert.equal(created.status, 201, created.text);
  return `${baskets}/${created.json.basketId}`;
};

/**
 * Returns the status after signing: booked at once within the bank, otherwise waiting for the
 * batch.
 */
const statusOnceSigned = (_: string, index: number): string => {
  if (index === impossible) return "RJCT";
  return index % 4 === 0 ? "ACSC" : "ACTC";
};

const statusesOf = (payments: readonly string[]): Promise<readonly string[]> =>
  Promise.all(payments.map((payment) => payer.tppStatus(payment)));

/** Asserts that the page shows the sum of each currency, every payee and a link to the decision. */
const showsAll = async (psu: BrowsingPsu): Promise<void> => {
  const main = (await psu.page.locator("main").textContent()) ?? "";
  const shown = main.replaceAll(/\s/g, " ");
  const sums = ["524,50 kr", "525,00 EUR"];
  for (const text of [...sums, ...orders.map(({ body }) => body.creditorName)]) {
    assert.ok(shown.includes(String(text)), `${text} is shown`);
  }
  await psu.page.getByRole("link", { name: psu.words.batchEnd }).click();
  const box = await psu.page.getByRole("button", { name: psu.words.batchYes }).boundingBox();
  assert.ok(box !== null && box.y + box.height <= screens[display.screen].viewport.height);
};
