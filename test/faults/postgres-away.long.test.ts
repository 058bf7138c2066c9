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
const answerMsMax = 10_000;

describe("a PostgreSQL that goes away", () => {
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

  test("F02: killed, it means 503 with Retry-After, and is found again", async (t) => {
    let doubts = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const work = crowd.work();
      await Promise.race([crowd.when("approved", 20), work]);
      await postgres.kill();
      // Every client is told to come back: by 503, anything else fails in the client.
      await work;
      doubts += crowd.ordersInDoubt.length;
      assert.equal((await fetch(`${url}/health/ready`)).status, 503);
      await postgres.start();
      await untilReady(url);
    }
    t.diagnostic(`${doubts} payments told to come back`);
    await finishAll(crowd);
  });

  test("F04: silent, it leaves no request without an answer, and is found again", async (t) => {
    const work = crowd.work();
    await Promise.race([crowd.when("approved", 20), work]);
    await postgres.pause();
    const pausedAt = unhinderedMs();
    const unready = within(unreadyMsMax, "not ready", untilStatus(url, 503));
    // First those who were in the middle of something, then those who come while it is silent.
    const firstMs = await within(answerMsMax, "answers", work);
    const unreadyMs = await unready;
    assert.ok(crowd.ordersInDoubt.length > 0);
    const thenMs = await within(
      answerMsMax,
      "answers",
      crowd.work(() => true),
    );
    assert.equal((await fetch(`${url}/health/ready`)).status, 503);
    assert.equal((await fetch(`${url}/health/live`)).status, 200);
    const silentMs = unhinderedMs() - pausedAt;
    t.diagnostic(`silent for ${silentMs} ms: not ready after ${unreadyMs} ms`);
    t.diagnostic(`everybody answered within ${firstMs} ms, newcomers within ${thenMs} ms`);
    await postgres.resume();
    await untilReady(url);
    await finishAll(crowd);
  });

  test("F02, F04: after all of it nothing acknowledged is missing or there twice", async () => {
    await crowd.untilBooked();
    assert.equal(await sandbox.stop(), 0);
    await checkPromisesAt({ engine: "postgres", url: database.url }, crowd.orders);
  });
});

/** What was left in doubt is brought to its end, by the same requests sent again. */
const finishAll = async (crowd: PayingCrowd): Promise<void> => {
  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
};

const untilReady = (url: string): Promise<number> =>
  within(recoveryMsMax, "the database found again", untilStatus(url, 200));

const untilStatus = async (url: string, status: number): Promise<void> => {
  while ((await fetch(`${url}/health/ready`)).status !== status) await passing(100);
};

/** Fails when it takes longer, whatever it waits for; answers how long it took. */
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
