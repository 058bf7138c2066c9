import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isBankDay, osloDay } from "@varde/bank";
import { parseQuarter } from "@varde/bank/kpi";
import {
  createSandboxParts,
  everyMigration,
  startBank,
  type TestBank,
  type TestBankOptions,
} from "@varde/sandbox";
import { type Engine, one, openStorage, sql } from "@varde/storage";
import type { TemplateRows } from "../neighbour/postgres-neighbour.ts";
import { makePooledRsaKeys } from "../pooled-rsa-keys.ts";
import { aMigratedDatabase, onEachEngine } from "../storage/on-both-engines.ts";
import { watchRefusals } from "./watch-refusals.ts";

export interface DisposableBankOptions extends TestBankOptions {
  /**
   * Creates a database for the bank, and drops it with the bank. Ignored if a location is given.
   */
  readonly engine?: Engine;
  /**
   * Whether the test makes something fail: the bank may then log errors, and change rows for a
   * request that it refuses.
   */
  readonly expectsErrors?: boolean;
}

export type DisposableBank = TestBank & AsyncDisposable;

/** The code that the rows follow from. */
const sources = ["sandbox/src/{data-set,history,worlds}/**/*.ts", "ledger/src/transactions/*.ts"];
const packages = join(import.meta.dirname, "../../..");

const digestSources = (): string => {
  const hash = createHash("sha256");
  for (const file of globSync(sources, { cwd: packages }).sort()) {
    hash.update(readFileSync(join(packages, file)));
  }
  return hash.digest("hex").slice(0, 8);
};

let digest: string | undefined;

/**
 * The data set of this month, which takes half a second to write. A bank of another month or seed
 * writes its own beside it.
 */
const dataSetRows: TemplateRows = {
  get digest() {
    digest ??= `${new Date().toISOString().slice(2, 7).replace("-", "")}_${digestSources()}`;
    return digest;
  },
  write: async (url) => {
    const location = { engine: "postgres", url } as const;
    const storage = await openStorage({ location, migrations: "as-is" });
    try {
      const noAuthority = undefined as never;
      await createSandboxParts(storage, noAuthority).worlds.prepare();
    } finally {
      await storage.close();
    }
  },
};

/**
 * Starts a bank in this process, by default in memory. Closing it also drops its database, and
 * fails if the bank logged an error or a refused request changed a row.
 */
export const aBank = async (options: DisposableBankOptions = {}): Promise<DisposableBank> => {
  const { engine = "sqlite", expectsErrors = false, logTo, ...rest } = options;
  await using stack = new AsyncDisposableStack();
  const location =
    options.location ??
    stack.use(await aMigratedDatabase(engine, everyMigration, dataSetRows)).location;
  const errors = collectErrors(logTo);
  const bank = await startBank({
    makeRsaKeyPair: makePooledRsaKeys,
    ...rest,
    location,
    logTo: errors.logTo,
  });
  const { close } = bank;
  if (!expectsErrors) {
    stack.defer(errors.assertNone);
    stack.defer(watchRefusals(bank.storage));
  }
  stack.defer(() => close());
  const opened = stack.move();
  const dispose = () => opened.disposeAsync();
  return Object.assign(bank, { close: dispose, [Symbol.asyncDispose]: dispose });
};

type LogTo = NonNullable<TestBankOptions["logTo"]>;

/** Passes the lines of a log on, and collects the errors among them. */
const collectErrors = (logTo: LogTo = { write: () => undefined }) => {
  const errors: string[] = [];
  const collecting: LogTo = Object.assign(Object.create(logTo), {
    write: (line: string) => {
      if (line.startsWith('{"level":50,')) errors.push(line.trim());
      logTo.write(line);
    },
  });
  const assertNone = () =>
    assert.deepEqual(errors, [], "The bank logged errors. A test that expects them says so.");
  return { logTo: collecting, assertNone };
};

/** Defines the same tests for each engine, each with its own bank. */
export const withBankOnBothEngines = (
  define: (bank: () => TestBank, engine: Engine) => void,
  options: DisposableBankOptions = {},
): void =>
  onEachEngine(
    everyMigration,
    async ({ location }, stack) => stack.use(await aBank({ location, ...options })),
    define,
    dataSetRows,
  );

/** Returns the id of the bank's only world. */
export const onlyWorld = async (bank: Pick<TestBank, "listWorlds">): Promise<string> => {
  const [world, another] = await bank.listWorlds();
  assert(world !== undefined && another === undefined, "the bank has exactly one world");
  return world.worldId;
};

/**
 * Stops the clocks of all worlds, so that a test meets a limit to the millisecond however long its
 * requests take. Returns a function that advances the clocks.
 */
export const stopClock = async ({
  clock,
  listWorlds,
}: TestBank): Promise<(ms: number) => Promise<void>> => {
  const worlds = await listWorlds();
  if (worlds.length === 0) {
    throw new Error("The bank has no world yet: send a TPP's first request, then stop the clock.");
  }
  for (const { worldId } of worlds) {
    await clock.setClock(worldId, await clock.now(worldId), "fixed");
  }
  return async (ms) => {
    for (const { worldId } of worlds) await clock.advanceClock(worldId, ms);
  };
};

/** Counts payments, stored responses and SCAs, which a refused request must not add to. */
export const countRows = async ({ storage }: Pick<TestBank, "storage">) => {
  const row = await storage.read(() =>
    one<{ payments: bigint; requests: bigint; scas: bigint }>(
      sql`select (select count(*) from payment) as payments,
        (select count(*) from request) as requests, (select count(*) from sca) as scas`,
    ),
  );
  if (row === undefined) throw new Error("a count has one row");
  const { payments, requests, scas } = row;
  return { payments: Number(payments), requests: Number(requests), scas: Number(scas) };
};

/** Returns a bank day about a month from today, for payments that wait. */
export const aBankDayAhead = (): string => {
  let day = Temporal.PlainDate.from(osloDay(Date.now())).add({ days: 30 });
  while (!isBankDay(day.toString())) day = day.add({ days: 1 });
  return day.toString();
};

/** Returns the quarter of an instant, for reports. */
export const findQuarter = (epochMs: number) => {
  const [year, month] = osloDay(epochMs).split("-");
  const quarter = parseQuarter(`${year}-Q${Math.ceil(Number(month) / 3)}`);
  assert(quarter !== undefined, `no quarter has ${epochMs}`);
  return quarter;
};
