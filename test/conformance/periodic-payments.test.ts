import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { paymentStatusResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import {
  aPayment,
  aPeriodicPayment,
  goTo,
  idOf,
  ndct,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { finishSca, kari } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const { people } = dataSet;
const jonas = { customerNumber: people.jonas.customerNumber, context: "PRIVATE" } as const;
const account = ({ bban }: { readonly bban: string }) => ({ bban, currency: "NOK" });

describe("periodic payments", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const readExecutions = (path: string) =>
    bank.storage.read(function* () {
      const [response] = yield [
        sql`select payment_id, execution_date, status from payment
          where parent_id = ${idOf(path)} order by payment_id`,
      ];
      return response?.rows ?? [];
    });

  it("VER-17: makes executions as separate payments in the run at 05:00", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const order = await payer.pay(
      periodicNdct,
      aPeriodicPayment({ startDate: "2026-11-17", frequency: "Daily", endDate: "2026-11-19" }),
    );
    await goTo(bank, "2026-11-17T04:59");
    assert.deepEqual(await readExecutions(order), []);
    await goTo(bank, "2026-11-17T05:00");
    const [first] = await readExecutions(order);
    assert.equal(first?.status, "ACSP", "sent, and settled by the next batch");
    const execution = `${periodicNdct}/${first?.payment_id}`;
    const { _links } = (await payer.get(execution)).json;
    assert.deepEqual(_links.parent, { href: order, verbs: ["GET"] });
    await goTo(bank, "2026-11-17T05:30");
    assert.equal(await payer.status(execution), "ACSC");
    assert.equal(await payer.status(order), "ACTC");
    await goTo(bank, "2026-11-23T12:00");
    assert.deepEqual(
      (await readExecutions(order)).map((row) => [row.execution_date, row.status]),
      ["2026-11-17", "2026-11-18", "2026-11-19"].map((day) => [day, "ACSC"]),
    );
    assert.equal(await payer.status(order), "ACSC", "the order is completed");
    const again = await payerAt(bank, "2026-11-23T12:10", kari);
    expectRefusal(await again.delete(order), 409, "CONFLICT");
  });

  it("STA-02: retries an execution without funds only in the runs at 05:00", async () => {
    const payer = await payerAt(bank, "2026-11-30T07:00", jonas);
    const order = await payer.pay(
      periodicNdct,
      aPeriodicPayment({
        debtorAccount: account(people.jonas.current),
        instructedAmount: { amount: "9000.00", currency: "NOK" },
        startDate: "2026-12-01",
        endDate: "2026-12-01",
      }),
    );
    await goTo(bank, "2026-12-03T12:00");
    const [execution] = await readExecutions(order);
    const tries = await bank.storage.read(function* () {
      const [response] = yield [
        sql`select happened_at from event where subject_id = ${String(execution?.payment_id)}
          and name = 'takenByBatch'`,
      ];
      return response?.rows.length;
    });
    assert.equal(tries, 3);
    await goTo(bank, "2026-12-08T12:00");
    const path = `${periodicNdct}/${execution?.payment_id}/status`;
    const status = expectBody(await payer.get(path), 200, paymentStatusResponse);
    assert.equal(status.transactionStatus, "ACCP");
    assert.equal(status.tppMessages[0].code, "PAYMENT_FAILED");
  });

  it("STA-12: cancels a signed order with SCA and makes no further execution", async () => {
    const payer = await payerAt(bank, "2026-12-14T07:00", kari);
    const order = await payer.pay(
      periodicNdct,
      aPeriodicPayment({ startDate: "2026-12-15", frequency: "Daily" }),
    );
    await goTo(bank, "2026-12-15T12:00");
    const again = await payerAt(bank, "2026-12-15T12:10", kari);
    assert.equal((await again.delete(order)).status, 202);
    const started = await again.post(`${order}/cancellation-authorisations`);
    await finishSca(bank, started.json._links.scaRedirect.href, kari);
    assert.equal(await again.status(order), "CANC");
    await goTo(bank, "2026-12-18T12:00");
    assert.equal((await readExecutions(order)).length, 1);
  });

  it("VER-13: refuses MonthlyVariable with a repeated month", async () => {
    const payer = await payerAt(bank, "2026-12-21T07:00", kari);
    const variable = { frequency: "MonthlyVariable", startDate: "2027-01-04" };
    const refuse = async (monthsOfExecution: unknown) =>
      expectRefusal(
        await payer.post(periodicNdct, aPeriodicPayment({ ...variable, monthsOfExecution })),
        400,
        "FORMAT_ERROR",
      );
    await refuse(["3", "3"]);
    await refuse(undefined);
    await refuse(["13"]);
    await refuse(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
    await payer.create(
      periodicNdct,
      aPeriodicPayment({ ...variable, monthsOfExecution: ["3", "9"] }),
    );
  });

  it("warns that a day of the month has no effect with a weekly frequency", async () => {
    const payer = await payerAt(bank, "2026-12-22T06:50", kari);
    const body = aPeriodicPayment({ startDate: "2027-01-20", frequency: "Weekly" });
    assert.equal((await payer.post(periodicNdct, body)).headers["varde-warning"], undefined);
    const named = await payer.post(periodicNdct, { ...body, dayOfExecution: "15" });
    assert.equal(named.status, 201);
    assert.match(String(named.headers["varde-warning"]), /Weekly, dates count from startDate/);
  });

  it("refuses a schedule without any day", async () => {
    const payer = await payerAt(bank, "2026-12-22T07:00", kari);
    const body = aPeriodicPayment({
      startDate: "2027-01-20",
      endDate: "2027-02-10",
      dayOfExecution: "15",
    });
    const fault = expectRefusal(
      await payer.post(periodicNdct, body),
      400,
      "EXECUTION_DATE_INVALID",
    );
    assert.equal(fault.path, "/endDate");
  });

  it("accepts both bban and iban of an account if they agree, only here", async () => {
    const payer = await payerAt(bank, "2026-12-22T07:10", kari);
    const { bban, iban } = people.kari.current;
    const both = { debtorAccount: { bban, iban, currency: "NOK" } };
    await payer.create(periodicNdct, aPeriodicPayment({ ...both, startDate: "2027-01-20" }));
    const other = { debtorAccount: { bban: people.ola.current.bban, iban, currency: "NOK" } };
    expectRefusal(
      await payer.post(periodicNdct, aPeriodicPayment({ ...other, startDate: "2027-01-20" })),
      400,
      "FORMAT_ERROR",
    );
    assert.equal((await payer.post(ndct, aPayment())).status, 201);
  });
});
