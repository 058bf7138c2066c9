import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import { freshDatabase, startPostgres } from "../support/postgres.ts";
import { spawnSandbox } from "../support/sandbox-process.ts";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 32;
const kills = 3;
const recoveryMsMax = 5_000;

test("F02: a killed PostgreSQL means 503 with Retry-After, and is found again", async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "varde-away-"));
  const postgres = await startPostgres();
  const database = await freshDatabase(postgres);
  const sandbox = spawnSandbox({ VARDE_DATA: dataFolder, DATABASE_URL: database.url });
  try {
    const url = await sandbox.ready;
    const crowd = await PayingCrowd.gather(url, clientsAtOnce);
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
    await crowd.work(() => true);
    assert.deepEqual(crowd.ordersInDoubt, []);
    await crowd.untilBooked();
    assert.equal(await sandbox.stop(), 0);
    t.diagnostic(`${crowd.orders.length} payments, ${doubts} of them told to come back`);
    await checkPromisesAt({ engine: "postgres", url: database.url }, crowd.orders);
  } finally {
    await sandbox.kill();
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
});

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + recoveryMsMax;
  while ((await fetch(`${url}/health/ready`)).status !== 200) {
    assert.ok(Date.now() < deadline, "the bank has not found its database again");
    await after(100);
  }
}
