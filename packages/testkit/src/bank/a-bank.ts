import assert from "node:assert/strict";
import { isBankDay, osloDay } from "@varde/bank";
import { parseQuarter } from "@varde/bank/kpi";
import { startBank, type TestBank, type TestBankOptions } from "@varde/sandbox";
import { type Engine, one, sql } from "@varde/storage";
import { makePooledRsaKeys } from "../pooled-rsa-keys.ts";
import { anEmptyDatabase, onEachEngine } from "../storage/on-both-engines.ts";

export interface DisposableBankOptions extends TestBankOptions {
  /**
   * Creates a database for the bank, and drops it with the bank. Ignored if a location is given.
   */
  readonly engine?: Engine;
}

export type DisposableBank = TestBank & AsyncDisposable;

/** Starts a bank in this process, by default in memory. Closing it also drops its database. */
export const aBank = async (options: DisposableBankOptions = {}): Promise<DisposableBank> => {
  const { engine = "sqlite", ...rest } = options;
  await using stack = new AsyncDisposableStack();
  const location = options.location ?? stack.use(await anEmptyDatabase(engine)).location;
  const bank = await startBank({ makeRsaKeyPair: makePooledRsaKeys, ...rest, location });
  const { close } = bank;
  stack.defer(() => close());
  const opened = stack.move();
  const dispose = () => opened.disposeAsync();
  return Object.assign(bank, { close: dispose, [Symbol.asyncDispose]: dispose });
};

/** Defines the same tests for each engine, each with its own bank. */
export const withBankOnBothEngines = (
  define: (bank: () => TestBank, engine: Engine) => void,
  options: TestBankOptions = {},
): void =>
  onEachEngine(
    async ({ location }, stack) => stack.use(await aBank({ location, ...options })),
    define,
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
