import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { createLedger, defaultFeeTable as fees, defaultRateTable as rates } from "@varde/ledger";
import { dataSet, everyMigration } from "@varde/sandbox";
import { all, openStorage, type StorageLocation, sql } from "@varde/storage";
import { Chance } from "@varde/testkit/generated";
import { bulkNdct, ncbct, ndct, periodicNdct } from "@varde/testkit/payments";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { engines } from "@varde/testkit/storage";
import { aPlaceForData, type PlaceForData } from "./a-place-for-data.ts";
import type { Order } from "./paying-client.ts";
import { type DrawOrder, firstBban, PayingCrowd, paymentBody } from "./paying-crowd.ts";

const rounds = atScale({ slice: 1, long: 10 });
/** Kills while payments are ordered, and while days pass. */
const kills = atScale({ slice: [1, 2], long: [4, 8] } as const);
const clientsAtOnce = 8;
const approvalsPerKill = 30;
const monday = "2027-03-01";
const partsOfBulk = 3;
const { hotels } = dataSet.payees;

const abroad = (currency: string, country: string, iban: string) => ({
  instructedAmount: { amount: "1.00", currency },
  creditorAccount: { iban, currency },
  creditorAddress: { country },
});

/** Payments that wait for a batch, or for several: none is booked when it is approved. */
const kinds: readonly (readonly [path: string, changes: object])[] = [
  [ndct, {}],
  [ndct, { requestedExecutionDate: "2027-03-03" }],
  [periodicNdct, { startDate: "2027-03-02", endDate: "2027-03-04", frequency: "Daily" }],
  [ncbct, abroad("EUR", "DE", "DE89370400440532013000")],
  [ncbct, abroad("USD", "GB", "GB29NWBK60161331926819")],
];

const drawWaiting: DrawOrder = (number) => {
  const body = paymentBody(firstBban, hotels.bban, `order ${number}`);
  const [path, changes] = kinds[number % (kinds.length + 1)] ?? [bulkNdct, bulkOf(body)];
  return { plan: "sign", path, body: { ...body, ...changes } };
};

/** The payments of a bulk; the fields that only a single payment has are left out of the JSON. */
const bulkOf = ({ debtorAccount: _, ...item }: Order["body"]) => ({
  paymentInformationId: item.remittanceInformationUnstructured,
  payments: Array.from({ length: partsOfBulk }, (_each, at) => ({
    ...item,
    instructedAmount: { amount: `1.0${at}`, currency: "NOK" },
  })),
  ...Object.fromEntries(Object.keys(item).map((name) => [name, undefined])),
});

const call = async (
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly payments?: readonly object[] }> => {
  const response = await fetch(`${url}/control/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path} returned ${response.status}: ${await response.clone().text()}`);
  return response.json();
};

/**
 * Waits until no payment is on its way, and none is queued: what a killed process had begun is
 * taken over when its lease has expired.
 */
const waitUntilSettled = async (url: string, location: StorageLocation): Promise<void> => {
  const storage = await openStorage({ location, migrations: "as-is", isReader: true });
  const deadline = Date.now() + 120_000;
  try {
    for (;;) {
      await call(url, "POST", "/clock/advance", { by: 0 });
      // Read first: a payment that leaves the queue may be on its way next.
      const queued = await storage.read(() => all(sql`select payment_id from outbox`));
      const { payments = [] } = await call(url, "GET", "/payments/all?status=ACSP");
      const left = payments.length + queued.length;
      if (left === 0) return;
      assert.ok(Date.now() < deadline, `${left} payments are still on their way`);
      await after(500);
    }
  } finally {
    await storage.close();
  }
};

/**
 * Runs batches again and again, with other work beside them, and kills the process some time after
 * a certain moment.
 */
const killDuring = async (
  sandbox: SandboxProcess,
  runBatches: () => Promise<unknown>,
  moment: Promise<unknown>,
  ms: number,
  work: (isOver: () => boolean) => Promise<void> = async () => {},
): Promise<void> => {
  let isKilled = false;
  const running = (async () => {
    while (!isKilled) {
      // The kill ends its request.
      await runBatches().catch((error) => assert.ok(isKilled, error));
    }
  })();
  const working = Promise.all([running, work(() => isKilled)]);
  await Promise.race([moment.then(() => after(ms)), working]);
  isKilled = true;
  await sandbox.kill();
  await working;
};

const killAndCheck = async (
  { settings, location }: PlaceForData,
  chance: Chance,
): Promise<number> => {
  const start = async () => {
    const sandbox = spawnSandbox(settings);
    return { sandbox, url: await sandbox.ready };
  };
  let { sandbox, url } = await start();
  await PayingCrowd.gather(url, 1);
  await call(url, "PUT", "/clock", { now: `${monday}T07:00:00+01:00` });
  const crowd = await PayingCrowd.gather(url, clientsAtOnce, drawWaiting);
  const [ordering, passing] = kills;
  for (let kill = 0; kill < ordering; kill += 1) {
    const runBatches = () => call(url, "POST", "/batches");
    const moment = crowd.when("approved", approvalsPerKill);
    await killDuring(sandbox, runBatches, moment, chance.below(300), (isOver) =>
      crowd.work(isOver),
    );
    ({ sandbox, url } = await start());
    crowd.use(url);
  }
  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
  for (let kill = 0; kill < passing; kill += 1) {
    const passHours = () => call(url, "POST", "/clock/advance", { by: "PT6H" });
    await killDuring(sandbox, passHours, passHours(), chance.below(600));
    ({ sandbox, url } = await start());
  }
  // Never back: setting the clock to an earlier time would abandon the batch that was killed.
  await call(url, "POST", "/clock/advance", { by: "P14D" });
  await waitUntilSettled(url, location);
  assert.equal(await sandbox.stop(), 0);
  await checkAccounted(location, crowd.orders);
  return crowd.orders.length;
};

/** Asserts that each order ended once, and that the books hold exactly what was executed. */
const checkAccounted = async (
  location: StorageLocation,
  orders: readonly Order[],
): Promise<void> => {
  const storage = await openStorage({ location, migrations: everyMigration });
  try {
    const payments = await storage.read(() =>
      all<{ payment_id: string; parent_id: string | null; status: string; booked: bigint }>(
        sql`select payment_id, parent_id, payment.status,
            count(ledger_transaction.instruction_id) as booked
          from payment left join ledger_transaction
            on instruction_id = payment_id and kind = 'payment'
          group by payment_id, parent_id, payment.status`,
      ),
    );
    const parts = Map.groupBy(payments, (row) => row.parent_id ?? "");
    for (const { paymentId = "", path, body } of orders) {
      const own = payments.filter((row) => row.payment_id === paymentId);
      const hasParts = path === periodicNdct || path === bulkNdct;
      const executed = hasParts ? (parts.get(paymentId) ?? []) : own;
      assert.deepEqual(
        executed.map(({ status, booked }) => `${status} ${booked}`),
        hasParts ? ["ACSC 1", "ACSC 1", "ACSC 1"] : ["ACSC 1"],
        `${path} ${JSON.stringify(body)}`,
      );
    }
    // The first payments of the two sessions are there besides the orders.
    assert.equal(parts.get("")?.length, orders.length + 2);
    for (const statement of [
      sql`select payment_id from outbox`,
      sql`select payment_id from periodic_schedule`,
      sql`select due_at from batch where state <> 'done'`,
    ]) {
      assert.deepEqual(await storage.read(() => all(statement)), []);
    }
    const ledger = createLedger({ storage, ids: { newId: () => "" }, fees, rates });
    assert.deepEqual(await ledger.checkBooks(), []);
  } finally {
    await storage.close();
  }
};

describe("payments that wait for a batch", { concurrency: true }, () => {
  for (const engine of engines) {
    test(`F01, STA-10: end once on ${engine}, although batches are killed`, (t) =>
      runRounds(`killed batches on ${engine}`, rounds, async ({ seed }) => {
        await using place = await aPlaceForData(engine);
        const count = await killAndCheck(place, new Chance(seed));
        t.diagnostic(`${count} payments, ${kills[0] + kills[1]} kills`);
      }));
  }
});
