import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataSet } from "@varde/sandbox";
import { sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aPayment,
  aPeriodicPayment,
  bulkNdct,
  goTo,
  idOf,
  ndct,
  type Payer,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { finishSca, kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";

const { people } = dataSet;
const jonas = { customerNumber: people.jonas.customerNumber, context: "PRIVATE" } as const;
const nok = (amount: string) => ({ instructedAmount: { amount, currency: "NOK" } });
/** A creditor at this bank, so that the payment is made or refused as soon as it is signed. */
const toOla = { creditorAccount: { bban: people.ola.current.bban, currency: "NOK" } };
const refusedAtOnce = { ...toOla, ...nok("6660.01") };
const cancellations = "cancellation-authorisations";

const readPartStatuses = async (payer: Payer, bulk: string): Promise<readonly string[]> =>
  (await payer.get(bulk)).json.payments.map(
    (part: Record<string, string>) => part.transactionStatus,
  );

describe("payments that are cancelled together", () => {
  withBankOnBothEngines((bank) => {
    const readExecutions = (order: string) =>
      bank().storage.read(function* () {
        const [response] = yield [
          sql`select payment_id, status from payment where parent_id = ${idOf(order)}
            order by payment_id`,
        ];
        return response?.rows ?? [];
      });

    it("STA-12: cancels the remaining payments of a PART bulk and keeps the others", async () => {
      const payer = await payerAt(bank(), "2026-11-16T07:00", kari);
      const items = [aBulkItem(refusedAtOnce), aBulkItem(toOla), aBulkItem(), aBulkItem()];
      const bulk = await payer.pay(bulkNdct, aBulk(items));
      assert.deepEqual(await readPartStatuses(payer, bulk), ["RJCT", "ACSC", "ACTC", "ACTC"]);
      assert.equal(await payer.status(bulk), "PART");
      assert.equal((await payer.delete(bulk)).status, 202);
      assert.equal((await payer.sign(bulk, cancellations)).get("psu-id"), payer.psu.psuId);
      assert.deepEqual(await readPartStatuses(payer, bulk), ["RJCT", "ACSC", "CANC", "CANC"]);
      expectRefusal(await payer.delete(bulk), 409, "CONFLICT");
      expectRefusal(await payer.post(`${bulk}/${cancellations}`), 409, "CONFLICT");
    });

    it("STA-12: makes a cancelled bulk CANC, even if payments were rejected", async () => {
      const payer = await payerAt(bank(), "2026-11-16T07:10", kari);
      const bulk = await payer.pay(bulkNdct, aBulk([aBulkItem(refusedAtOnce), aBulkItem()]));
      assert.equal((await payer.delete(bulk)).status, 202);
      await payer.sign(bulk, cancellations);
      assert.deepEqual(await readPartStatuses(payer, bulk), ["RJCT", "CANC"]);
      assert.equal(await payer.status(bulk), "CANC");
    });

    it("STA-12: reports a late cancellation as a CONFLICT with the reason", async () => {
      const payer = await payerAt(bank(), "2026-11-17T09:00", kari);
      const bulk = await payer.pay(bulkNdct, aBulk([aBulkItem(), aBulkItem()]));
      const single = await payer.pay(ndct, aPayment());
      const again = await payerAt(bank(), "2026-11-17T11:25", kari);
      const links: string[] = [];
      for (const path of [bulk, single]) {
        assert.equal((await again.delete(path)).status, 202);
        const started = await again.post(`${path}/${cancellations}`);
        links.push(started.json._links.scaRedirect.href);
      }
      await goTo(bank(), "2026-11-17T11:30");
      for (const link of links) {
        const { searchParams: parameters } = await finishSca(bank(), link, kari);
        assert.equal(parameters.get("code"), "CONFLICT");
        assert.equal(
          parameters.get("message"),
          "The payment has been executed and can no longer be cancelled.",
        );
      }
      assert.deepEqual(await readPartStatuses(again, bulk), ["ACSC", "ACSC"]);
    });

    it("VER-11: cancels only a whole bulk in the online bank, no single payment", async () => {
      const payer = await payerAt(bank(), "2026-11-18T07:00", kari);
      const body = aBulk([aBulkItem(), aBulkItem()], { requestedExecutionDate: "2026-11-25" });
      const unsigned = await payer.create(bulkNdct, body);
      const [part] = (await payer.get(unsigned)).json.payments;
      await assert.rejects(bank().payments.cancel(part.paymentId), /cancel the bulk/);
      await payer.sign(unsigned);
      await assert.rejects(bank().payments.cancel(part.paymentId), /cancel the bulk/);
      await bank().payments.cancel(idOf(unsigned));
      assert.deepEqual(await readPartStatuses(payer, unsigned), ["CANC", "CANC"]);
      const other = await payer.create(bulkNdct, { ...body, payments: [aBulkItem()] });
      await bank().payments.cancel(idOf(other));
      assert.deepEqual(await readPartStatuses(payer, other), ["CANC"]);
      assert.equal(await payer.status(other), "CANC");
    });

    it("STA-12: stops an execution that waits for funds when its order is cancelled", async () => {
      const payer = await payerAt(bank(), "2026-11-19T07:00", jonas);
      const order = await payer.pay(
        periodicNdct,
        aPeriodicPayment({
          ...nok("900.00"),
          debtorAccount: { bban: people.jonas.current.bban, currency: "NOK" },
          startDate: "2026-11-20",
        }),
      );
      const again = await payerAt(bank(), "2026-11-20T07:00", jonas);
      const waiting = await readExecutions(order);
      assert.deepEqual(
        waiting.map(({ status }) => status),
        ["ACCP"],
      );
      assert.equal((await again.delete(order)).status, 202);
      await again.sign(order, cancellations);
      const funds = { creditorAccount: { bban: people.jonas.current.bban, currency: "NOK" } };
      const payee = await payerAt(bank(), "2026-11-20T07:10", kari);
      await payee.pay(ndct, aPayment({ ...funds, ...nok("2000.00") }));
      await goTo(bank(), "2026-11-23T12:00");
      assert.deepEqual(
        (await readExecutions(order)).map(({ status }) => status),
        ["CANC"],
      );
      assert.equal(await payee.tppStatus(order), "CANC");
    });

    it("STA-15: refuses to sign an order after its last day, and leaves it unchanged", async () => {
      const payer = await payerAt(bank(), "2026-11-23T04:50", kari);
      const daily = { frequency: "Daily", startDate: "2026-11-23", endDate: "2026-11-23" };
      const order = await payer.create(periodicNdct, aPeriodicPayment(daily));
      const { _links } = (await payer.post(`${order}/authorisations`)).json;
      await goTo(bank(), "2026-11-23T05:05");
      const { searchParams: parameters } = await finishSca(bank(), _links.scaRedirect.href, kari);
      assert.equal(parameters.get("code"), "EXECUTION_DATE_INVALID");
      assert.match(parameters.get("message") ?? "", /last day .* has passed/);
      assert.equal(await payer.tppStatus(order), "RCVD");
      const late = await payerAt(bank(), "2026-11-23T07:00", kari);
      const refused = await late.post(`${order}/authorisations`);
      assert.match(expectRefusal(refused, 409, "CONFLICT").text, /last day .* has passed/);
      assert.equal((await late.delete(order)).status, 204);
    });

    it("STA-17: refuses a periodic payment that has no bank day", async () => {
      const payer = await payerAt(bank(), "2026-11-28T12:00", kari);
      const today = { startDate: "2026-11-28", endDate: "2026-11-28" };
      for (const executionRule of ["preceding", "following"]) {
        const refused = await payer.post(
          periodicNdct,
          aPeriodicPayment({ ...today, executionRule }),
        );
        const fault = expectRefusal(refused, 400, "EXECUTION_DATE_INVALID");
        assert.equal(fault.path, "/endDate");
        assert.match(fault.text, /no bank day .* between startDate and endDate/);
      }
    });
  });
});
