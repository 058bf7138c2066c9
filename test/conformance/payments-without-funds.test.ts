import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aBulk,
  aPayment,
  bulkNdct,
  goTo,
  ndct,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { expectRefusal } from "@varde/testkit/responses";

const { people } = dataSet;
const jonas = { customerNumber: people.jonas.customerNumber, context: "PRIVATE" } as const;
const account = ({ bban }: { readonly bban: string }) => ({ bban, currency: "NOK" });
/** An amount above the balance of Jonas. */
const tooMuchForJonas = (changes = {}) =>
  aPayment({
    instructedAmount: { amount: "5000.00", currency: "NOK" },
    debtorAccount: account(people.jonas.current),
    ...changes,
  });

describe("a payment without funds", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const topUp = async (accountId: string, amountMinor: bigint) =>
    bank.ledger.postTransactions(
      {
        worldId: await onlyWorld(bank),
        accountId,
        balance: "moved",
        transactions: [
          { bookingDate: "2027-01-14", valueDate: "2027-01-14", amountMinor, texts: {} },
        ],
      },
      BigInt(Date.parse("2027-01-14T17:00:00Z")),
    );

  it("STA-02, STA-03, ERR-06: shows a payment without funds as ACCP, with a message", async () => {
    const payer = await payerAt(bank, "2026-12-14T07:00", jonas);
    const payment = await payer.pay(ndct, tooMuchForJonas());
    await goTo(bank, "2026-12-14T09:30");
    const status = await payer.statusBody(payment);
    assert.equal(status.transactionStatus, "ACCP");
    assert.equal(status.fundsAvailable, false);
    const atOnce = await payerAt(bank, "2026-12-14T09:40", jonas);
    const own = await atOnce.create(
      ndct,
      tooMuchForJonas({ creditorAccount: account(people.kari.current) }),
    );
    const redirect = await atOnce.sign(own);
    assert.deepEqual(
      ["system", "status", "code"].map((name) => redirect.get(name)),
      ["core-bank", "400", "PAYMENT_FAILED"],
    );
    assert.equal(await atOnce.status(own), "ACCP");
  });

  it("STA-02: retries a payment without funds once in each batch", async () => {
    const payer = await payerAt(bank, "2026-12-10T07:00", jonas);
    const payment = await payer.pay(ndct, tooMuchForJonas());
    const countTries = async () =>
      (await payer.events(payment)).filter((name) => name === "takenByBatch").length;
    for (const [time, tries] of [
      ["2026-12-10T09:00", 1],
      ["2026-12-10T10:30", 3],
    ] as const) {
      await goTo(bank, time);
      await bank.batches.run();
      await bank.batches.run();
      assert.equal(await countTries(), tries, time);
    }
    await goTo(bank, "2026-12-11T07:00");
  });

  it("STA-03: does not report availability of funds for a refused payment", async () => {
    const payer = await payerAt(bank, "2026-12-14T09:50", jonas);
    const refused = { instructedAmount: { amount: "6660.01", currency: "NOK" } };
    const ours = { creditorAccount: account(people.kari.current) };
    const payment = await payer.create(ndct, tooMuchForJonas({ ...refused, ...ours }));
    const redirect = await payer.sign(payment);
    assert.match(redirect.get("message") ?? "", /gave no further reason \(NARR\)\.$/);
    const { transactionStatus, fundsAvailable, tppMessages } = await payer.statusBody(payment);
    assert.equal(transactionStatus, "RJCT");
    assert.equal(fundsAvailable, undefined);
    assert.equal(tppMessages[0].text, redirect.get("message"));
  });

  it("STA-03, ERR-06: reports the last execution of a periodic order without funds", async () => {
    const payer = await payerAt(bank, "2026-12-14T10:00", jonas);
    const daily = { startDate: "2026-12-15", endDate: "2026-12-15", frequency: "Daily" };
    const order = await payer.pay(periodicNdct, tooMuchForJonas(daily));
    assert.equal((await payer.statusBody(order)).tppMessages, undefined);
    await goTo(bank, "2026-12-15T05:00");
    const waiting = await payer.statusBody(order);
    assert.equal(waiting.fundsAvailable, false);
    assert.equal(waiting.tppMessages[0].category, "WARNING");
    assert.equal(waiting.tppMessages[0].code, "PAYMENT_FAILED");
    assert.match(waiting.tppMessages[0].text, /2026-12-15 lacks funds/);
    const execution = waiting._links.lastExecution.href;
    assert.equal(await payer.status(execution), "ACCP");
    await goTo(bank, "2026-12-21T05:00");
    const [message] = (await payer.statusBody(order)).tppMessages;
    assert.deepEqual([message.category, message.code], ["ERROR", "PAYMENT_FAILED"]);
    assert.match(message.text, /was not executed.* not enough funds/);
  });

  it("STA-02: retries for three bank days, then stays ACCP with an error", async () => {
    const payer = await payerAt(bank, "2027-01-11T07:00", jonas);
    const never = { instructedAmount: { amount: "90000.00", currency: "NOK" } };
    const kept = await payer.pay(ndct, tooMuchForJonas(never));
    const saved = await payer.pay(ndct, tooMuchForJonas());
    await goTo(bank, "2027-01-12T12:00");
    assert.equal(await payer.status(saved), "ACCP");
    await topUp("jonas-current", 6_000_00n);
    await goTo(bank, "2027-01-14T15:29");
    assert.equal(await payer.status(saved), "ACSC");
    const [waits, ...more] = (await payer.statusBody(kept)).tppMessages;
    assert.deepEqual(more, []);
    assert.deepEqual([waits.category, waits.code], ["WARNING", "PAYMENT_FAILED"]);
    assert.match(waits.text, /not enough funds .* tried again/);
    const tries = (await payer.events(kept)).filter((name) => name === "takenByBatch");
    assert.equal(tries.length, 4 + 5 + 5 + 4, "every batch since the first day's cut-off");
    await goTo(bank, "2027-01-14T15:30");
    const given = await payer.statusBody(kept);
    assert.equal(given.transactionStatus, "ACCP");
    assert.equal(given.tppMessages.length, 1);
    assert.equal(given.tppMessages[0].code, "PAYMENT_FAILED");
    await topUp("jonas-current", 200_000_00n);
    await goTo(bank, "2027-01-20T12:00");
    assert.equal(await payer.status(kept), "ACCP");
    await topUp("jonas-current", -200_000_00n);
  });

  it("STA-05, STA-11: allows only reading and cancelling a payment without funds", async () => {
    const early = await payerAt(bank, "2027-02-01T07:00", jonas);
    const never = { instructedAmount: { amount: "90000.00", currency: "NOK" } };
    const payment = await early.pay(ndct, tooMuchForJonas(never));
    await goTo(bank, "2027-02-01T09:30");
    const payer = await payerAt(bank, "2027-02-01T09:40", jonas);
    assert.equal(await payer.status(payment), "ACCP");
    assert.equal((await payer.get(payment)).status, 200);
    expectRefusal(await payer.post(`${payment}/authorisations`), 409, "CONFLICT");
    expectRefusal(await payer.post(`${payment}/cancellation-authorisations`), 409, "CONFLICT");
    assert.equal((await payer.delete(payment)).status, 202);
    await payer.sign(payment, "cancellation-authorisations");
    assert.equal(await payer.status(payment), "CANC");
    expectRefusal(await payer.delete(payment), 409, "CONFLICT");
  });

  it("ERR-06: says that a bulk partly lacks funds until the bank stops retrying", async () => {
    const payer = await payerAt(bank, "2027-02-02T07:00", jonas);
    const { debtorAccount, ...never } = tooMuchForJonas();
    const bulk = await payer.pay(bulkNdct, aBulk([never], { debtorAccount }));
    await goTo(bank, "2027-02-02T09:30");
    const [waits] = (await payer.statusBody(bulk)).tppMessages;
    assert.match(waits.text, /not enough funds .* tried again/);
    await goTo(bank, "2027-02-08T12:00");
    assert.equal((await payer.statusBody(bulk)).tppMessages, undefined);
  });

  it("STA-10: keeps the books balanced after all of this", async () => {
    assert.deepEqual(await bank.checkBooks(), []);
  });
});
