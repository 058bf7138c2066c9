import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Certificate } from "@varde/protocol";
import { type Engine, one, openStorage, sql } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import { productionDefaults } from "../src/configuration/bank-configuration.ts";
import { outcomePollMs, workCheckMs } from "../src/configuration/constants.ts";
import { createBank } from "../src/create-bank.ts";
import { bankMigrations } from "../src/migrations/index.ts";
import { JobLease } from "../src/operations/jobs/job-lease.ts";
import { registerTpp } from "../src/parties/tpp-store.ts";
import type { BankPorts } from "../src/ports/bank-ports.ts";
import type { Clock } from "../src/ports/clock.ts";
import { portResults } from "../src/ports/guard/port-results.ts";
import { randomIds } from "../src/ports/random-ids.ts";
import { oneWorld } from "../src/ports/worlds.ts";

const tpp = { tppId: "t", identifier: "PSDNO-FSA-1", name: "TPP", worldId: "bank", seenAt: 0 };

/** Opens a bank in production with one TPP, whose jobs run when the timers of the test say so. */
const openBank = async (
  engine: Engine,
  listOutcomes: (worldId: string) => Promise<[]>,
  clock?: Clock,
) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  const storage = await openStorage({
    location,
    migrations: bankMigrations,
    now: clock?.machineNow,
  });
  stack.defer(() => storage.close());
  await storage.write(() => registerTpp(tpp));
  mock.timers.enable({ apis: ["setInterval"] });
  stack.defer(() => mock.timers.reset());
  const anchor = { publicKey: {}, isCertificateAuthority: true } as unknown as Certificate;
  const running = createBank({
    configuration: {
      ...productionDefaults,
      bankId: "fjordbanken",
      bankName: "Fjordbanken",
      publicUrl: "https://fjordbanken.example",
      anchors: [anchor],
    },
    storage,
    logTo: { write: () => {} },
    ports: {
      coreBank: { ...unused("coreBank"), runClearing: undefined, listOutcomes },
      psuDirectory: unused("psuDirectory"),
      scaMethod: unused("scaMethod"),
      tppRegister: unused("tppRegister"),
      kidRegister: unused("kidRegister"),
      worlds: oneWorld("bank"),
      clock,
      ids: randomIds,
      responseSigner: undefined,
    } as unknown as BankPorts,
  });
  stack.defer(() => running.close());
  const opened = stack.move();
  return { ...running, storage, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

test("reads outcomes between batches from a core bank that clears on its own", async () => {
  const polled = Promise.withResolvers<string>();
  await using _ = await openBank("sqlite", async (worldId) => {
    polled.resolve(worldId);
    return [];
  });
  mock.timers.tick(outcomePollMs);
  assert.equal(await polled.promise, "bank");
});

test("on postgres, leaves batches to the process with the lease", async () => {
  await using opened = await openBank("postgres", async () => []);
  const { bank, storage } = opened;
  assert.ok(await new JobLease(bank).isMine());
  const outcomes = (["completed", "skipped"] as const).map((outcome) =>
    bank.metrics.value("jobRuns", "batches", outcome),
  );
  const countRuns = () => outcomes.reduce((sum, { value }) => sum + value, 0);
  const runJobs = async () => {
    const before = countRuns();
    mock.timers.tick(workCheckMs);
    while (countRuns() === before) await setImmediate();
    return storage.read(() => one(sql`select state from batch where world_id = 'bank'`));
  };
  assert.equal(await runJobs(), undefined);
  opened.clearCaches();
  assert.deepEqual(await runJobs(), { state: "done" });
});

for (const engine of ["sqlite", "postgres"] as const) {
  test(`on ${engine}, asks rarely while idle, and runs the next batch on time`, async (t) => {
    let now = Date.parse("2026-11-16T12:19:30Z");
    const clock = { machineNow: () => now, now: () => now };
    await using opened = await openBank(engine, async () => [], clock);
    const { bank, storage } = opened;
    t.mock.method(performance, "now", () => now);
    const asked = (["read", "readAtOnce", "write"] as const).map((name) =>
      t.mock.method(storage, name),
    );
    const runs = ["outbox", "batches"].map((job) =>
      bank.metrics.value("jobRuns", job, "completed"),
    );
    const seconds = 600;
    const pass = async () => {
      const before = runs.map(({ value }) => value);
      now += 1_000;
      mock.timers.tick(1_000);
      while (runs.some(({ value }, at) => value === before[at])) await setImmediate();
    };
    for (let second = 0; second < seconds; second += 1) await pass();
    const units = asked.reduce((sum, { mock: { calls } }) => sum + calls.length, 0);
    t.diagnostic(`${units} units in ${seconds} s`);
    assert.ok(units <= 0.4 * seconds, `${units} units`);
    // Work that other processes leave is still found.
    assert.ok(units >= seconds / 10, `${units} units`);
    while (now < Date.parse("2026-11-16T12:30:00Z")) await pass();
    const last = sql`select state, due_at from batch order by due_at desc limit 1`;
    assert.deepEqual(await storage.read(() => one(last)), { state: "done", due_at: BigInt(now) });
  });
}

const unused = (port: keyof typeof portResults) =>
  Object.fromEntries(Object.keys(portResults[port]).map((name) => [name, () => assert.fail(name)]));
