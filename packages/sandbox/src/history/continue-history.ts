import { osloDay, type WorldId } from "@varde/bank";
import { bookMovements, type Ledger, type MovementToBook } from "@varde/ledger";
import { one, run, type Storage, sql } from "@varde/storage";
import { dataSet } from "../data-set/data-set.ts";
import { Temporal } from "../temporal.ts";
import { dateMonth } from "./date-month.ts";
import { historyMonths } from "./generate-history.ts";
import { generateMonths } from "./generate-months.ts";
import { claimDay, type HistoryMark, insertHistoryMark, readHistoryMark } from "./history-store.ts";

export interface HistoryParts {
  readonly storage: Storage;
  readonly ledger: Ledger;
}

/**
 * Books the generated history of the data set's customers up to the day of an instant: salaries,
 * rent, bills, purchases. Each day is booked once, even if the clock is set back. A movement that
 * an account has no money for is skipped.
 */
export const continueHistory = async (
  worldId: WorldId,
  at: number,
  parts: HistoryParts,
): Promise<void> => {
  const today = osloDay(at);
  const mark =
    (await parts.storage.read(() => readHistoryMark(worldId))) ??
    (await beginHistory(worldId, today, parts));
  if (mark.bookedUntil >= today) return;
  const seed = await readSeed(worldId, parts);
  const byDay = movementsBetween(mark, today, seed);
  for (const [day, movements] of byDay) {
    await parts.storage.write(function* () {
      if (yield* claimDay(worldId, day)) yield* bookMovements(worldId, movements, BigInt(at));
    });
  }
  await parts.storage.write(() => claimDay(worldId, today));
};

/** Starts the history with today; earlier days of the month are not booked. */
const beginHistory = async (
  worldId: WorldId,
  today: string,
  { storage, ledger }: HistoryParts,
): Promise<HistoryMark> => {
  const date = Temporal.PlainDate.from(today);
  const month = date.toPlainYearMonth();
  let lastMonth = month.subtract({ months: 1 }).toString();
  for (const { current } of Object.values(dataSet.people)) {
    const { accountId } = current;
    const last = `${accountId}-${historyMonths}-01`;
    const transaction = await ledger.readTransaction(worldId, accountId, last);
    if (transaction !== undefined) lastMonth = transaction.bookingDate.slice(0, 7);
  }
  const bookedUntil = date.subtract({ days: 1 }).toString();
  await storage.write(() => run(insertHistoryMark(worldId, { lastMonth, bookedUntil })));
  return { lastMonth, bookedUntil };
};

const readSeed = async (worldId: WorldId, { storage }: HistoryParts): Promise<number> => {
  const world = await storage.read(() =>
    one<{ seed: bigint }>(sql`select seed from sandbox_world where world_id = ${worldId}`),
  );
  return Number(world?.seed ?? dataSet.seed);
};

type ByDay = readonly (readonly [day: string, movements: readonly MovementToBook[]])[];

/** Returns the movements after the booked day and up to today, by day, earliest first. */
const movementsBetween = (mark: HistoryMark, today: string, seed: number): ByDay => {
  const byDay = new Map<string, MovementToBook[]>();
  const last = Temporal.PlainYearMonth.from(mark.lastMonth);
  const end = Temporal.PlainDate.from(today).toPlainYearMonth();
  let month = Temporal.PlainDate.from(mark.bookedUntil).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, end) <= 0; month = month.add({ months: 1 })) {
    const number = historyMonths + last.until(month, { largestUnit: "months" }).months;
    for (const [day, movements] of monthByDay(seed, number, month)) {
      if (day > mark.bookedUntil && day <= today) byDay.set(day, movements);
    }
  }
  return [...byDay].sort(([one], [other]) => (one < other ? -1 : 1));
};

/** Caches the last month, because each of its days reads it again. */
let known: { readonly key: string; readonly byDay: Map<string, MovementToBook[]> } | undefined;

const monthByDay = (
  seed: number,
  number: number,
  month: Temporal.PlainYearMonth,
): ReadonlyMap<string, MovementToBook[]> => {
  // Months of the initial history are already loaded.
  if (number <= historyMonths) return new Map();
  const key = `${seed} ${number} ${month}`;
  if (known?.key !== key) known = { key, byDay: datedByDay(seed, number, month) };
  return known.byDay;
};

const datedByDay = (seed: number, number: number, month: Temporal.PlainYearMonth) => {
  const movements = generateMonths(seed, number).at(-1) ?? [];
  const dated = dateMonth(movements, number, month);
  const booked = movements.map((legs) => ({
    legs: legs.map((leg) => dated.get(leg)).filter((leg) => leg !== undefined),
  }));
  return Map.groupBy(booked, ({ legs }) => legs[0]?.transaction.bookingDate ?? "");
};
