import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import { dataSet, type TestBank } from "@varde/sandbox";
import { all, run, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayment, ndct, type Payer, payerAt } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { finishSca } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { type DatabaseProxy, type Direction, startDatabaseProxy } from "./database-proxy.ts";

/** Every packet in the long run; some of them, spread over all steps, in the slice. */
const stride = atScale({ slice: 20, long: 1 });
const directions: readonly Direction[] = ["to the database", "from the database"];
const { kari } = dataSet.people;
const toSavings = {
  creditorName: kari.name,
  creditorAccount: { bban: kari.savings.bban, currency: "NOK" },
};

interface Cast {
  readonly bank: TestBank;
  readonly payer: Payer;
  readonly proxy: DatabaseProxy;
}

describe("a database whose connections are cut", () => {
  test("F14: at no step of an approval leaves a payment pending", () =>
    withCast(async (cast) => {
      await cutAtEveryPacket(cast, async ({ payer, bank, proxy }, cut) => {
        const path = await payer.create(ndct, aPayment(toSavings));
        const started = await payer.post(`${path}/authorisations`);
        proxy.cutAt(...cut);
        await finishSca(bank, started.json._links.scaRedirect.href, payer.choices);
      });
      // A payment whose approval was cut off is not signed.
      const statuses = await settledStatuses(cast);
      assert.deepEqual(
        statuses.filter((status) => status !== "RCVD"),
        ["ACSC"],
      );
    }));

  test("F14: at no step of a batch leaves a payment pending", () =>
    withCast(async (cast) => {
      await cutAtEveryPacket(cast, async ({ payer, bank, proxy }, cut) => {
        await payer.pay(ndct, aPayment());
        const worldId = await onlyWorld(bank);
        proxy.cutAt(...cut);
        await bank.runBatch(worldId);
      });
      await cast.bank.runBatch(await onlyWorld(cast.bank));
      assert.deepEqual(await settledStatuses(cast), ["ACSC"]);
    }));
});

const withCast = async (body: (cast: Cast) => Promise<void>): Promise<void> => {
  await using database = await freshDatabase();
  await using proxy = await startDatabaseProxy(database.url);
  await using bank = await aBank({
    expectsErrors: true,
    location: { engine: "postgres", url: proxy.url },
  });
  await body({ bank, proxy, payer: await payerAt(bank, "2026-11-16T07:00") });
};

/** Repeats the step with a later cut each time, until it ends before the cut. */
const cutAtEveryPacket = async (
  cast: Cast,
  step: (cast: Cast, cut: readonly [Direction, number]) => Promise<unknown>,
): Promise<void> => {
  for (const direction of directions) {
    for (let packet = 1, isOver = false; !isOver; packet += stride) {
      // The PSU or the operator may see the failure; the payment must not stay behind.
      await step(cast, [direction, packet]).catch(() => {});
      isOver = cast.proxy.forgetCut();
    }
  }
};

/** Waits for the background jobs as if all leases had expired, and returns the statuses. */
const settledStatuses = async ({ bank }: Cast): Promise<readonly string[]> => {
  await bank.storage.write(() => run(sql`update outbox set claimed_until = 0`));
  for (const giveUpAt = performance.now() + 60_000; ; await passing(50)) {
    const rows = await bank.storage.read(() =>
      all<{ status: string }>(sql`select distinct status from payment order by status`),
    );
    const statuses = rows.map(({ status }) => status);
    if (!statuses.includes("PDNG") || performance.now() > giveUpAt) {
      assert.deepEqual(await bank.checkBooks(), []);
      await everySettledPaymentIsBookedOnce(bank);
      return statuses;
    }
  }
};

const everySettledPaymentIsBookedOnce = async ({ storage }: TestBank): Promise<void> => {
  const wrong = await storage.read(() =>
    all(
      sql`select payment_id from payment
        left join ledger_transaction on instruction_id = payment_id
        where parent_id is null group by payment_id, payment.status
        having count(instruction_id) <> case when payment.status = 'ACSC' then 1 else 0 end`,
    ),
  );
  assert.deepEqual(wrong, []);
};
