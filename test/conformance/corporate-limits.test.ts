import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aBank, withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aPayer,
  aPeriodicPayment,
  bulkNdct,
  goTo,
  ndct,
  oneRunADay,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { finishSca, sunniva, trym } from "@varde/testkit/psu";
import { daily, exactly, from } from "./company-payments.ts";

describe("limits of a person who approves alone", () => {
  withBankOnBothEngines(
    (bank) => {
      it("MAN-15: a bulk is signed as a whole, and a periodic payment once", async () => {
        const first = await payerAt(bank(), "2026-11-12T08:00", sunniva);
        const second = await aPayer(bank(), trym);
        const debtorAccount = { bban: daily.bban, currency: "NOK" };
        const items = ["15000.00", "15000.01"].map((amount) => aBulkItem(exactly(amount)));
        const bulk = await first.create(bulkNdct, aBulk(items, { debtorAccount }));
        await first.sign(bulk);
        assert.equal(
          await first.status(bulk),
          "ACTC",
          "each payment and the sum are within limits",
        );
        const large = ["15000.00", "26000.00"].map((amount) => aBulkItem(exactly(amount)));
        const joint = await first.create(bulkNdct, aBulk(large, { debtorAccount }));
        await first.sign(joint);
        assert.equal(await first.status(joint), "RCVD");
        await second.sign(joint);
        assert.equal(await first.status(joint), "ACTC");
        const order = aPeriodicPayment({
          ...exactly("30000.00"),
          debtorAccount,
          startDate: "2027-02-01",
        });
        const periodic = await first.create(periodicNdct, order);
        await first.sign(periodic);
        assert.equal(await first.status(periodic), "RCVD");
        await second.sign(periodic);
        assert.equal(await first.status(periodic), "ACTC");
      });

      it("MAN-09: 25 000.00 alone, 25 000.01 together, 100 000 until midnight", async () => {
        const payer = await payerAt(bank(), "2026-11-16T20:00", sunniva);
        const pay = async (amount: string, who = payer) => {
          const payment = await who.create(ndct, { ...from(daily, 1), ...exactly(amount) });
          await who.sign(payment);
          return who.status(payment);
        };
        assert.equal(await pay("25000.01"), "RCVD");
        for (const amount of ["25000.00", "24999.99", "24999.98"]) {
          assert.notEqual(await pay(amount), "RCVD", amount);
        }
        // Payments signed with others count too: 100 000 less 99 999.98 is 0.02.
        assert.equal(await pay("0.03"), "RCVD");
        await goTo(bank(), "2026-11-16T23:59");
        const late = await payerAt(bank(), "2026-11-16T23:59", sunniva);
        assert.equal(await pay("1.00", late), "RCVD");
        const early = await payerAt(bank(), "2026-11-17T00:00", sunniva);
        assert.notEqual(await pay("1.00", early), "RCVD");
      });

      it("MAN-09: approvals at the same time do not exceed the limit of the day", async () => {
        const payer = await payerAt(bank(), "2026-11-18T08:00", sunniva);
        const started: { readonly payment: string; readonly href: string }[] = [];
        for (let count = 0; count < 6; count += 1) {
          const payment = await payer.create(ndct, from(daily, 25_000));
          const { json } = await payer.post(`${payment}/authorisations`);
          started.push({ payment, href: json._links.scaRedirect.href });
        }
        await Promise.all(started.map(({ href }) => finishSca(bank(), href, sunniva)));
        const statuses = await Promise.all(started.map(({ payment }) => payer.status(payment)));
        assert.equal(statuses.filter((status) => status === "RCVD").length, 2);
      });

      it("MAN-11, STA-13: half-signed for 30 days is rejected, unsigned is cancelled", async () => {
        const payer = await payerAt(bank(), "2026-11-19T08:00", sunniva);
        const half = await payer.create(ndct, from(daily, 40_000));
        await payer.sign(half);
        const unsigned = await payer.create(ndct, from(daily, 40_000));
        await goTo(bank(), "2026-12-22T08:00");
        assert.equal(await payer.tppStatus(half), "RJCT");
        assert.equal(await payer.tppStatus(unsigned), "CANC");
        const { tppMessages } = (await payer.psu.tpp.send({ path: `${half}/status` })).json;
        assert.deepEqual(tppMessages, [
          {
            category: "ERROR",
            code: "PAYMENT_FAILED",
            text: "Not enough people approved the payment within 30 days.",
          },
        ]);
      });
    },
    { bank: oneRunADay },
  );
});

describe("with partlySigned PATC", () => {
  it("MAN-03: shows a half-signed payment as PATC, in its status and its details", async () => {
    await using bank = await aBank({ bank: { partlySigned: "PATC" } });
    const first = await aPayer(bank, sunniva);
    // The interface's own list of statuses, and so the OpenAPI document, does not have PATC.
    first.psu.tpp.responsesAreDocumented = false;
    const payment = await first.create(ndct, from(daily, 40_000));
    assert.equal(await first.status(payment), "RCVD");
    await first.sign(payment);
    assert.equal(await first.status(payment), "PATC");
    assert.equal((await first.get(payment)).json.transactionStatus, "PATC");
    const second = await aPayer(bank, trym);
    second.psu.tpp.responsesAreDocumented = false;
    await second.sign(payment);
    assert.equal(await first.status(payment), "ACTC");
    const debtorAccount = { bban: daily.bban, currency: "NOK" };
    const large = ["15000.00", "26000.00"].map((amount) => aBulkItem(exactly(amount)));
    const bulk = await first.create(bulkNdct, aBulk(large, { debtorAccount }));
    await first.sign(bulk);
    const { transactionStatus, payments } = (await first.get(bulk)).json;
    assert.equal(transactionStatus, "PATC");
    for (const one of payments) {
      assert.equal(one.transactionStatus, "PATC", "MAN-15: it is signed with the bulk");
      const own = `${bulkNdct}/${one.paymentId}`;
      assert.equal(await first.status(own), "PATC");
    }
    await second.sign(bulk);
    assert.equal(await first.status(bulk), "ACTC");
  });
});
