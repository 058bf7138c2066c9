import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import { freshDatabase, runOnServer, startReplicatedPostgres } from "@varde/testkit/postgres";
import { spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 24;
const approvals = 200;
/** Payments in flight are delivered again after half a minute. */
const skip = atScale<string | false>({
  slice: "only part of npm run test:long",
  long: false,
});

test("F16: a bank continues at the promoted standby and loses nothing", { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "varde-failover-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await using servers = await startReplicatedPostgres();
  const url = servers.nameBoth((await freshDatabase(servers.primary)).url);
  await using sandbox = spawnSandbox({ VARDE_DATA: folder, DATABASE_URL: url });
  const bank = await sandbox.ready;
  const crowd = await PayingCrowd.gather(bank, clientsAtOnce);

  const work = crowd.work();
  await Promise.race([crowd.when("approved", approvals), work]);
  await servers.primary.kill();
  // Every client gets 503 with Retry-After; any other response fails in the client.
  await work;
  // The standby can be read until it is promoted.
  while ((await readiness(bank)).status !== "ready") await passing(100);
  assert.equal((await readiness(bank)).writes, false);
  await runOnServer(servers.standby.url, "select pg_promote()");
  while (!(await readiness(bank)).writes) await passing(100);

  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
  await crowd.untilBooked();
  assert.equal(await sandbox.stop(), 0);
  await checkPromisesAt({ engine: "postgres", url }, crowd.orders);
});

const readiness = async (bank: string): Promise<{ status: string; writes?: boolean }> =>
  (await fetch(`${bank}/health/ready`)).json() as Promise<{ status: string; writes?: boolean }>;
