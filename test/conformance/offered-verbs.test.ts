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

/** To an account of this bank, so that it is made, or refused, as soon as it is signed. */
const toOla = { creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" } };
const of = (amount: string) => ({ ...toOla, instructedAmount: { amount, currency: "NOK" } });

describe("the verbs of the link self", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const verbsAt = async (path: string): Promise<readonly string[]> =>
    (await payer.get(path)).json._links.self.verbs;

  /** DELETE is offered in each reading, or in none, as it is then served. */
  const assertOffered = async (path: string, isOffered: boolean): Promise<void> => {
    const verbs = isOffered ? ["GET", "DELETE"] : ["GET"];
    assert.deepEqual(await verbsAt(path), verbs);
    assert.deepEqual(await verbsAt(`${path}/status`), verbs);
    const { status } = await payer.delete(path);
    assert.equal(status < 300, isOffered, `DELETE was answered ${status}`);
  };

  const cancelled = async (): Promise<string> => {
    const payment = await payer.create(ndct, aPayment());
    await payer.delete(payment);
    return payment;
  };
  const basketOf = async (...payments: readonly string[]): Promise<string> => {
    const { json } = await payer.post(baskets, { paymentIds: payments.map(idOf) });
    return `${baskets}/${json.basketId}`;
  };

  it("STA-12: DELETE is offered for a payment that can still be stopped", async () => {
    await assertOffered(await payer.create(ndct, aPayment()), true);
    await assertOffered(await payer.pay(ndct, aPayment()), true);
    const withoutFunds = await payer.pay(ndct, aPayment(of("6660.02")));
    assert.equal(await payer.status(withoutFunds), "ACCP");
    await assertOffered(withoutFunds, true);
  });

  it("STA-12: DELETE is not offered for a payment that is over", async () => {
    await assertOffered(await payer.pay(ndct, aPayment(toOla)), false);
    await assertOffered(await payer.pay(ndct, aPayment(of("6660.01"))), false);
    await assertOffered(await cancelled(), false);
  });

  it("STA-12: DELETE is offered for a bulk as long as one of it can be stopped", async () => {
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

  it("BSK-15, BSK-16: DELETE is offered for an open basket, not for what is in it", async () => {
    const payment = await payer.create(ndct, aPayment());
    const basket = await basketOf(payment);
    await assertOffered(payment, false);
    await assertOffered(basket, true);
    const signed = await basketOf(payment);
    await payer.sign(signed);
    await assertOffered(signed, false);
  });

  it("NDC-29: a payment that is not made is not said to be made on another day", async () => {
    const payment = await payer.create(ndct, aPayment({ requestedExecutionDate: "2026-11-21" }));
    assert.match((await payer.statusBody(payment)).tppMessages?.[0]?.text ?? "", /2026-11-23/);
    await payer.delete(payment);
    assert.equal((await payer.statusBody(payment)).tppMessages, undefined);
  });
});
