import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aPayment,
  baskets,
  bulkNdct,
  idOf,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";

/** A creditor at this bank, so that the payment is made or refused as soon as it is signed. */
const toOla = { creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" } };
const of = (amount: string) => ({ ...toOla, instructedAmount: { amount, currency: "NOK" } });

describe("verbs of the self link", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const verbsAt = async (path: string): Promise<readonly string[]> =>
    (await payer.get(path)).json._links.self.verbs;

  /** Asserts that every response offers DELETE, or none does, and that DELETE then behaves so. */
  const assertOffered = async (path: string, isOffered: boolean): Promise<void> => {
    const verbs = isOffered ? ["GET", "DELETE"] : ["GET"];
    assert.deepEqual(await verbsAt(path), verbs);
    assert.deepEqual(await verbsAt(`${path}/status`), verbs);
    const { status } = await payer.delete(path);
    assert.equal(status < 300, isOffered, `DELETE returned ${status}`);
  };

  const cancelled = async (): Promise<string> => {
    const payment = await payer.create(ndct, aPayment());
    await payer.delete(payment);
    return payment;
  };
  const createBasket = async (...payments: readonly string[]): Promise<string> => {
    const { json } = await payer.post(baskets, { paymentIds: payments.map(idOf) });
    return `${baskets}/${json.basketId}`;
  };

  it("STA-12: offers DELETE for a payment that can still be stopped", async () => {
    await assertOffered(await payer.create(ndct, aPayment()), true);
    await assertOffered(await payer.pay(ndct, aPayment()), true);
    const withoutFunds = await payer.pay(ndct, aPayment(of("6660.02")));
    assert.equal(await payer.status(withoutFunds), "ACCP");
    await assertOffered(withoutFunds, true);
  });

  it("STA-12: does not offer DELETE for a payment that has ended", async () => {
    await assertOffered(await payer.pay(ndct, aPayment(toOla)), false);
    await assertOffered(await payer.pay(ndct, aPayment(of("6660.01"))), false);
    await assertOffered(await cancelled(), false);
  });

  it("STA-12: offers DELETE for a bulk while one of its payments can be stopped", async () => {
    await assertOffered(await payer.create(bulkNdct, aBulk([aBulkItem()])), true);
    const items = [aBulkItem(of("6660.01")), aBulkItem()];
    const bulk = await payer.pay(bulkNdct, aBulk(items));
    assert.equal(await payer.status(bulk), "PART");
    await assertOffered(bulk, true);
    const [, part] = (await payer.get(bulk)).json.payments;
    await assertOffered(`${bulkNdct}/${part.paymentId}`, false);
    const over = await payer.pay(bulkNdct, aBulk([aBulkItem(of("6660.01")), aBulkItem(toOla)]));
    assert.equal(await payer.status(over), "PART");
    await assertOffered(over, false);
  });

  it("BSK-15, BSK-16: offers DELETE for an open basket, not for its payments", async () => {
    const payment = await payer.create(ndct, aPayment());
    const basket = await createBasket(payment);
    await assertOffered(payment, false);
    await assertOffered(basket, true);
    const signed = await createBasket(payment);
    await payer.sign(signed);
    await assertOffered(signed, false);
  });

  it("NDC-29: does not report a moved date for a payment that is not made", async () => {
    const payment = await payer.create(ndct, aPayment({ requestedExecutionDate: "2026-11-21" }));
    assert.match((await payer.statusBody(payment)).tppMessages?.[0]?.text ?? "", /2026-11-23/);
    await payer.delete(payment);
    assert.equal((await payer.statusBody(payment)).tppMessages, undefined);
  });
});
