import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import {
  type FreshDatabase,
  freshDatabase,
  type PostgresServer,
  startPostgres,
} from "@varde/testkit/postgres";
import { type SandboxProcess, spawnSandbox, unhinderedMs } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = atScale({ slice: 12, long: 32 });
const kills = atScale({ slice: 1, long: 3 });
const recoveryMsMax = 5_000;
const unreadyMsMax = 5_000;
const responseMsMax = 10_000;

describe("an unreachable PostgreSQL", () => {
  let dataFolder = "";
  let postgres: PostgresServer;
  let database: FreshDatabase;
  let sandbox: SandboxProcess;
  let url = "";
  let crowd: PayingCrowd;

  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "varde-away-"));
    postgres = await startPostgres();
    database = await freshDatabase(postgres);
    sandbox = spawnSandbox({ VARDE_DATA: dataFolder, DATABASE_URL: database.url });
    url = await sandbox.ready;
    crowd = await PayingCrowd.gather(url, clientsAtOnce);
  });

  after(async () => {
    await sandbox?.kill();
    await postgres?.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  test("F02: causes 503 with Retry-After when killed, and recovers", async (t) => {
    let doubts = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const work = crowd.work();
      await Promise.race([crowd.when("approved", 20), work]);
      await postgres.kill();
      // Every client gets 503; any other response fails in the client.
      await work;
      doubts += crowd.ordersInDoubt.length;
      assert.equal((await fetch(`${url}/health/ready`)).status, 503);
      await postgres.start();
      await untilReady(url);
    }
    t.diagnostic(`${doubts} payments got a retry hint`);
    await finishAll(crowd);
  });

  test("F04: leaves no request without a response when silent, and recovers", async (t) => {
    const work = crowd.work();
    await Promise.race([crowd.when("approved", 20), work]);
    await postgres.pause();
    const pausedAt = unhinderedMs();
    const unready = within(unreadyMsMax, "not ready", untilStatus(url, 503));
    // First the requests in progress, then those sent while the database is silent.
    const firstMs = await within(responseMsMax, "responses", work);
    const unreadyMs = await unready;
    assert.ok(crowd.ordersInDoubt.length > 0);
    const thenMs = await within(
      responseMsMax,
      "responses",
      crowd.work(() => true),
    );
    assert.equal((await fetch(`${url}/health/ready`)).status, 503);
    assert.equal((await fetch(`${url}/health/live`)).status, 200);
    const silentMs = unhinderedMs() - pausedAt;
    t.diagnostic(`silent for ${silentMs} ms: not ready after ${unreadyMs} ms`);
    t.diagnostic(`all responses within ${firstMs} ms, later requests within ${thenMs} ms`);
    await postgres.resume();
    await untilReady(url);
    await finishAll(crowd);
  });

  test("F02, F04: nothing acknowledged is missing or duplicated after all of this", async () => {
    await crowd.untilBooked();
    assert.equal(await sandbox.stop(), 0);
    await checkPromisesAt({ engine: "postgres", url: database.url }, crowd.orders);
  });
});

/** Completes the payments in doubt by repeating their requests. */
const finishAll = async (crowd: PayingCrowd): Promise<void> => {
  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
};

const untilReady = (url: string): Promise<number> =>
  within(recoveryMsMax, "the database is reachable again", untilStatus(url, 200));

const untilStatus = async (url: string, status: number): Promise<void> => {
  while ((await fetch(`${url}/health/ready`)).status !== status) await passing(100);
};

/** Fails if the work takes longer than the limit, and returns how long it took. */
const within = async (msMax: number, what: string, work: Promise<void>): Promise<number> => {
  const startedAt = unhinderedMs();
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  const tooLate = async () => {
    while (!isDone && unhinderedMs() - startedAt <= msMax) await passing(100);
  };
  await Promise.race([done, tooLate()]);
  assert.ok(isDone, `${what} took longer than ${msMax} ms`);
  return unhinderedMs() - startedAt;
};
