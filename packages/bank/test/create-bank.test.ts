import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Certificate } from "@varde/protocol";
import { type Engine, one, openStorage, sql } from "@varde/storage";
import { anEmptyDatabase } from "@varde/testkit/storage";
import { productionDefaults } from "../src/configuration/bank-configuration.ts";
import { batchPollMs, outcomePollMs } from "../src/configuration/constants.ts";
import { createBank } from "../src/create-bank.ts";
import { bankMigrations } from "../src/migrations/index.ts";
import { JobLease } from "../src/operations/jobs/job-lease.ts";
import { registerTpp } from "../src/parties/tpp-store.ts";
import type { BankPorts } from "../src/ports/bank-ports.ts";
import { systemClock } from "../src/ports/clock.ts";
import { portResults } from "../src/ports/guard/port-results.ts";
import { randomIds } from "../src/ports/random-ids.ts";
import { oneWorld } from "../src/ports/worlds.ts";

const tpp = { tppId: "t", identifier: "PSDNO-FSA-1", name: "TPP", worldId: "bank", seenAt: 0 };

/** Opens a bank in production with one TPP, whose jobs run when the timers of the test say so. */
const openBank = async (engine: Engine, listOutcomes: (worldId: string) => Promise<[]>) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await anEmptyDatabase(engine));
  const storage = await openStorage({ location, migrations: bankMigrations });
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
      clock: systemClock,
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
  const completed = bank.metrics.value("jobRuns", "batches", "completed");
  const runJobs = async () => {
    const before = completed.value;
    mock.timers.tick(batchPollMs);
    while (completed.value === before) await setImmediate();
    return storage.read(() => one(sql`select state from batch`));
  };
  assert.equal(await runJobs(), undefined);
  opened.clearCaches();
  assert.deepEqual(await runJobs(), { state: "done" });
});

const unused = (port: keyof typeof portResults) =>
  Object.fromEntries(Object.keys(portResults[port]).map((name) => [name, () => assert.fail(name)]));
