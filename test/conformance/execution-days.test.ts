import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aPayment,
  bulkNdct,
  goTo,
  idOf,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";

const toOla = { creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" } };

describe("the execution date of a payment", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const post = (payer: Payer, requestedExecutionDate: string) =>
    payer.post(ndct, aPayment({ requestedExecutionDate }));

  /** The time of signing, and the status after the batch. */
  const cutOffs = [
    { until: "2026-11-16T23:59", after: "2026-11-17T00:00:01", batch: "05:30", next: "09:30" },
    { until: "2026-11-17T08:15", after: "2026-11-17T08:15:01", batch: "09:30", next: "11:30" },
    { until: "2026-11-17T10:00", after: "2026-11-17T10:00:01", batch: "11:30", next: "13:30" },
    { until: "2026-11-17T11:30", after: "2026-11-17T11:30:01", batch: "13:30", next: "15:30" },
    { until: "2026-11-17T14:00", after: "2026-11-17T14:00:01", batch: "15:30", next: undefined },
  ];

  it("STA-10: leaves payments signed after a cut-off out of its batch", async () => {
    const waiting: { payment: string; from: string | undefined }[] = [];
    for (const { until, after: late, batch, next } of cutOffs) {
      const inTime = await (await payerAt(bank, until, kari)).pay(ndct, aPayment());
      const payer = await payerAt(bank, late, kari);
      waiting.push({ payment: await payer.pay(ndct, aPayment()), from: next });
      await goTo(bank, `2026-11-17T${batch}`);
      assert.equal(await payer.tppStatus(inTime), "ACSC", `${until} for ${batch}`);
      for (const { payment, from } of waiting) {
        const isMade = from !== undefined && from <= batch;
        assert.equal(await payer.tppStatus(payment), isMade ? "ACSC" : "ACTC", idOf(payment));
      }
    }
  });

  it("NDC-29: moves today's date after the last cut-off, with a warning", async () => {
    const early = await payerAt(bank, "2026-11-17T13:59", kari);
    const inTime = await early.create(ndct, aPayment({ requestedExecutionDate: "2026-11-17" }));
    const unasked = await early.create(ndct, aPayment());
    const own = aPayment({ ...toOla, requestedExecutionDate: "2026-11-17" });
    const payer = await payerAt(bank, "2026-11-17T14:01", kari);
    const created = await post(payer, "2026-11-17");
    const text = /last cut-off .* executed on 2026-11-18/;
    assert.match(created.json.tppMessages[0].text, text);
    const late = `${ndct}/${created.json.paymentId}`;
    const atOnce = await payer.create(ndct, own);
    for (const payment of [late, inTime, unasked, atOnce]) await payer.sign(payment);
    for (const payment of [late, inTime]) {
      const { transactionStatus, tppMessages } = await payer.statusBody(payment);
      assert.equal(transactionStatus, "ACWC");
      assert.match(tppMessages[0].text, text);
    }
    assert.equal(
      await payer.status(unasked),
      "ACTC",
      "without a requested date no moved date is reported",
    );
    assert.equal(
      await payer.status(atOnce),
      "ACSC",
      "a payment that is booked at once has no cut-off",
    );
    await goTo(bank, "2026-11-18T05:30");
    for (const payment of [late, inTime]) assert.equal(await payer.tppStatus(payment), "ACSC");
  });

  it("NDC-29: names the new date in a warning, unless the payment is cancelled", async () => {
    const payer = await payerAt(bank, "2026-11-17T08:00", kari);
    const created = await post(payer, "2026-11-21");
    const warning = {
      category: "WARNING",
      code: "EXECUTION_DATE_INVALID",
      path: "/requestedExecutionDate",
      text: "The requested date is not a bank day; the payment will be executed on 2026-11-23.",
    };
    assert.deepEqual(created.json.tppMessages, [warning]);
    const payment = `${ndct}/${created.json.paymentId}`;
    assert.deepEqual((await payer.statusBody(payment)).tppMessages, [warning]);
    assert.equal((await payer.delete(payment)).status, 204);
    assert.equal((await payer.statusBody(payment)).tppMessages, undefined);
  });

  it("NDC-29: names no new date once the payment is rejected", async () => {
    const payer = await payerAt(bank, "2026-11-27T08:00", kari);
    const rejecting = dataSet.magicAccounts.find(({ behaviour }) => behaviour === "reject");
    const payment = await payer.create(
      ndct,
      aPayment({
        requestedExecutionDate: "2026-11-28",
        creditorAccount: { bban: rejecting?.bban, currency: "NOK" },
      }),
    );
    await payer.sign(payment);
    const signed = await payer.statusBody(payment);
    assert.equal(signed.transactionStatus, "ACWC");
    assert.equal(signed.tppMessages[0].code, "EXECUTION_DATE_INVALID");
    await goTo(bank, "2026-11-30T09:30");
    const rejected = await payer.statusBody(payment);
    assert.equal(rejected.transactionStatus, "RJCT");
    const codes = rejected.tppMessages.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ["PAYMENT_FAILED"]);
  });

  it("STA-10: books a bulk's payments within the bank at once after the last cut-off", async () => {
    const payer = await payerAt(bank, "2026-11-17T14:01", kari);
    const createBulk = (...payments: object[]) =>
      payer.post(bulkNdct, aBulk(payments, { requestedExecutionDate: "2026-11-17" }));
    const mixed = await createBulk(aBulkItem(toOla), aBulkItem());
    assert.match(mixed.json.tppMessages[0].text, /last cut-off .* executed on 2026-11-18/);
    const within = await createBulk(aBulkItem(toOla), aBulkItem(toOla));
    assert.equal(within.json.tppMessages, undefined, "no payment waits for a batch");
    for (const [{ json }, expected] of [
      [mixed, ["ACSC", "ACWC"]],
      [within, ["ACSC", "ACSC"]],
    ] as const) {
      const path = `${bulkNdct}/${json.paymentId}`;
      await payer.sign(path);
      const { payments } = (await payer.get(path)).json;
      assert.deepEqual(
        payments.map((one: { transactionStatus: string }) => one.transactionStatus),
        expected,
      );
    }
    const made = await payer.statusBody(`${bulkNdct}/${within.json.paymentId}`);
    assert.equal(made.tppMessages, undefined);
  });

  it("NDC-29: reports a date that had passed before the PSU approved", async () => {
    const early = await payerAt(bank, "2026-11-18T06:00", kari);
    const payment = await early.create(ndct, aPayment({ requestedExecutionDate: "2026-11-18" }));
    const payer = await payerAt(bank, "2026-11-19T07:00", kari);
    await payer.sign(payment);
    const { transactionStatus, tppMessages } = await payer.statusBody(payment);
    assert.equal(transactionStatus, "ACWC");
    assert.match(tppMessages[0].text, /had passed when the PSU approved.* 2026-11-19/);
  });

  it("VER-11: checks dates and texts in the online bank as in the interface", async () => {
    const payer = await payerAt(bank, "2026-11-19T07:10", kari);
    const payment = await payer.pay(ndct, aPayment({ requestedExecutionDate: "2026-11-25" }));
    const change = (what: object) => bank.payments.change(idOf(payment), what);
    await change({ requestedExecutionDate: "2026-11-28" });
    const moved = await payer.statusBody(payment);
    assert.equal(moved.transactionStatus, "ACWC");
    assert.match(moved.tppMessages[0].text, /not a bank day.* 2026-11-30/);
    await change({ amount: "77.70" });
    assert.equal(
      await payer.status(payment),
      "ACWC",
      "the date still differs from the requested one",
    );
    await change({ requestedExecutionDate: "2026-11-26" });
    const back = await payer.statusBody(payment);
    assert.equal(back.transactionStatus, "ACTC");
    assert.equal(back.tppMessages, undefined);
    await assert.rejects(change({ requestedExecutionDate: "2099-01-01" }), /year ahead/);
    for (const text of ["Takk 😀", "", "x".repeat(141)]) {
      const remittance = { remittanceInformationUnstructured: text };
      await assert.rejects(change(remittance), /remittanceInformationUnstructured/);
    }
    await assert.rejects(change({ amount: "1.234" }), /fraction digits/);
  });

  it("NDC-29: moves weekends and holidays, but not the last day of the year", async () => {
    const payer = await payerAt(bank, "2026-11-19T07:20", kari);
    for (const day of ["2026-11-21", "2026-11-22", "2026-12-24", "2027-05-17"]) {
      const created = await post(payer, day);
      assert.equal(created.json.tppMessages?.[0]?.code, "EXECUTION_DATE_INVALID", day);
    }
    for (const day of ["2026-11-19", "2026-12-31", "2027-05-18"]) {
      const created = await post(payer, day);
      assert.equal(created.json.tppMessages, undefined, day);
    }
  });

  it("NDC-28: uses the date in Oslo, which is a day ahead late in the evening in UTC", async () => {
    const payer = await payerAt(bank, "2027-06-16T01:30", kari);
    expectRefusal(await post(payer, "2027-06-15"), 400, "EXECUTION_DATE_INVALID");
    assert.equal((await post(payer, "2027-06-16")).status, 201);
    assert.equal((await post(payer, "2028-06-16")).status, 201);
    expectRefusal(await post(payer, "2028-06-17"), 400, "EXECUTION_DATE_INVALID");
  });
});
