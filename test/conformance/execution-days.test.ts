import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startBank, type TestBank } from "@varde/sandbox";
import { expectRefusal } from "../support/expect-answer.ts";
import { aPayment, goTo, idOf, ndct, type Payer, payerAt } from "../support/payer.ts";
import { kari } from "../support/psus.ts";

describe("the day a payment is made", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

  const post = (payer: Payer, requestedExecutionDate: string) =>
    payer.post(ndct, aPayment({ requestedExecutionDate }));

  /** When it is signed, and what has become of it once its batch has run. */
  const cutOffs = [
    { until: "2026-11-16T23:59", after: "2026-11-17T00:00:01", batch: "05:30", next: "09:30" },
    { until: "2026-11-17T08:15", after: "2026-11-17T08:15:01", batch: "09:30", next: "11:30" },
    { until: "2026-11-17T10:00", after: "2026-11-17T10:00:01", batch: "11:30", next: "13:30" },
    { until: "2026-11-17T11:30", after: "2026-11-17T11:30:01", batch: "13:30", next: "15:30" },
    { until: "2026-11-17T14:00", after: "2026-11-17T14:00:01", batch: "15:30", next: undefined },
  ];

  it("STA-10: each cut-off divides what its batch takes from what the next one takes", async () => {
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

  it("NDC-29: weekends and holidays are moved on, the last day of the year is not", async () => {
    const payer = await payerAt(bank, "2026-11-18T07:00", kari);
    for (const day of ["2026-11-21", "2026-11-22", "2026-12-24", "2027-05-17"]) {
      const created = await post(payer, day);
      assert.equal(created.json.tppMessages?.[0]?.code, "EXECUTION_DATE_INVALID", day);
    }
    for (const day of ["2026-11-18", "2026-12-31", "2027-05-18"]) {
      const created = await post(payer, day);
      assert.equal(created.json.tppMessages, undefined, day);
    }
  });

  it("NDC-28: late on a summer evening in UTC it is the next day in Oslo already", async () => {
    const payer = await payerAt(bank, "2027-06-16T01:30", kari);
    expectRefusal(await post(payer, "2027-06-15"), 400, "EXECUTION_DATE_INVALID");
    assert.equal((await post(payer, "2027-06-16")).status, 201);
    assert.equal((await post(payer, "2028-06-16")).status, 201);
    expectRefusal(await post(payer, "2028-06-17"), 400, "EXECUTION_DATE_INVALID");
  });
});
