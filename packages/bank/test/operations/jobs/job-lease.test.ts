import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Engine, one, openStorage, sql } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import type { Bank } from "../../../src/bank.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { JobLease } from "../../../src/operations/jobs/job-lease.ts";

/** Two processes on one database, whose time passes only when the test says so. */
const open = async (engine: Engine) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  let now = Date.parse("2026-11-16T12:00:00Z");
  const storage = await openStorage({ location, migrations: bankMigrations, now: () => now });
  stack.defer(() => storage.close());
  const bank = { storage, ids: { newId: randomUUID } };
  const aLease = () => new JobLease(bank as unknown as Bank, () => now);
  const opened = stack.move();
  return {
    leases: [aLease(), aLease()] as const,
    countRows: async () =>
      (await storage.read(() => one<{ rows: bigint }>(sql`select count(*) as rows from job_lease`)))
        ?.rows,
    wait: (ms: number) => {
      now += ms;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

describe("the lease of the background jobs", () => {
  test("is held by one of two processes for as long as it renews it", async () => {
    await using opened = await open("postgres");
    const { leases, wait } = opened;
    for (let second = 0; second < 55; second += 1) {
      assert.deepEqual([await leases[0].isMine(), await leases[1].isMine()], [true, false]);
      wait(1_000);
    }
  });

  test("goes to another process soon after its holder has ended without a word", async () => {
    await using opened = await open("postgres");
    const { leases, wait } = opened;
    assert.equal(await leases[0].isMine(), true);
    assert.equal(await leases[1].isMine(), false);
    wait(14_900);
    assert.equal(await leases[1].isMine(), false);
    wait(200);
    assert.equal(await leases[1].isMine(), true);
    assert.equal(await leases[0].isMine(), false);
  });

  test("goes to another process that looks after its holder has released it", async () => {
    await using opened = await open("postgres");
    const { leases, wait } = opened;
    assert.equal(await leases[0].isMine(), true);
    await leases[1].release();
    assert.equal(await opened.countRows(), 1n);
    await leases[0].release();
    assert.equal(await opened.countRows(), 0n);
    assert.equal(await leases[1].isMine(), true);
    wait(2_000);
    assert.equal(await leases[1].isMine(), true);
  });

  test("changes hands after a minute if another process is there, and only then", async () => {
    await using opened = await open("postgres");
    const { leases, wait } = opened;
    for (let second = 0; second < 70; second += 1) {
      assert.equal(await leases[0].isMine(), true);
      wait(1_000);
    }
    assert.equal(await leases[1].isMine(), true);
    wait(5_000);
    assert.equal(await leases[0].isMine(), false);
    assert.equal(await leases[1].isMine(), true);
  });

  test("goes to one of two processes that want it at the same time", async () => {
    await using opened = await open("postgres");
    const claims = await Promise.all(opened.leases.map((lease) => lease.isMine()));
    assert.equal(claims.filter(Boolean).length, 1);
  });

  test("is not needed on SQLite, where there is one process", async () => {
    await using opened = await open("sqlite");
    assert.equal(await opened.leases[0].isMine(), true);
    assert.equal(await opened.countRows(), 0n);
  });
});
