import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import {
  freshDatabase,
  type PostgresServer,
  runOnServer,
  startPostgres,
  startStandby,
} from "@varde/testkit/postgres";
import { spawnSandbox } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = atScale({ slice: 4, long: 24 });
const approvals = atScale({ slice: 6, long: 200 });

test("F16: continues at the promoted standby and loses nothing acknowledged", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "varde-failover-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await using primary = await startPostgres("replicated");
  await using standby = await startStandby(primary);
  const database = await freshDatabase(primary);
  await makeSynchronous(primary);
  const url = nameBoth(database.url, standby.url);
  await using sandbox = spawnSandbox({ VARDE_DATA: folder, DATABASE_URL: url });
  const bank = await sandbox.ready;
  const crowd = await PayingCrowd.gather(bank, clientsAtOnce);

  const work = crowd.work();
  await Promise.race([crowd.when("approved", approvals), work]);
  await primary.kill();
  // Every client gets 503 with Retry-After; any other response fails in the client.
  await work;
  // The standby can be read until it is promoted.
  while ((await readiness(bank)).status !== "ready") await passing(100);
  assert.equal((await readiness(bank)).writes, false);
  await runOnServer(standby.url, "select pg_promote()");
  while (!(await readiness(bank)).writes) await passing(100);

  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
  await crowd.untilBooked();
  assert.equal(await sandbox.stop(), 0);
  await checkPromisesAt({ engine: "postgres", url }, crowd.orders);
});

/** Returns an address with the hosts of both servers, that of the primary first. */
const nameBoth = (databaseUrl: string, standbyUrl: string): string => {
  const { host } = new URL(databaseUrl);
  return databaseUrl.replace(host, `${host},${new URL(standbyUrl).host}`);
};

/** Acknowledges a commit only once the standby has it, as soon as the standby follows. */
const makeSynchronous = async ({ url }: PostgresServer): Promise<void> => {
  await runOnServer(url, "alter system set synchronous_standby_names = '*'");
  await runOnServer(url, "select pg_reload_conf()");
  const followers = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await runOnServer(url, followers)).length === 0) await passing(50);
};

const readiness = async (bank: string): Promise<{ status: string; writes?: boolean }> =>
  (await fetch(`${bank}/health/ready`)).json() as Promise<{ status: string; writes?: boolean }>;
