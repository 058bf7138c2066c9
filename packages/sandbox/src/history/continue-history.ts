import { osloDay, type WorldId } from "@varde/bank";
import {
  bookMovements,
  type Ledger,
  type MovementToBook,
  reservationCreation,
  reservationRelease,
} from "@varde/ledger";
import { type Awaitable, run, type Storage, type Unit } from "@varde/storage";
import type { DataSet } from "../data-set/data-set.ts";
import { Temporal } from "../temporal.ts";
import type { WorldProfiles } from "./account-data-profile.ts";
import { dateMonth } from "./date-month.ts";
import { historyMonths } from "./generate-history.ts";
import { generateMonths } from "./generate-months.ts";
import {
  claimDay,
  type HistoryMark,
  insertHistoryMark,
  readHistoryMark,
  updateWaiting,
} from "./history-store.ts";
import type { Legs } from "./movement.ts";
import { type LaterMovement, type MovementPlan, planMovement } from "./plan-movement.ts";

export interface HistoryParts {
  readonly storage: Storage;
  readonly ledger: Ledger;
  readonly dataSet: DataSet;
  readProfiles(worldId: WorldId): Awaitable<WorldProfiles>;
}

/**
 * Books the generated history of the data set's customers up to the day of an instant: salaries,
 * rent, bills, purchases. Each day is booked once, even if the clock is set back. A movement that
 * an account has no money for is skipped. Profiles of the world may book it in another way.
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
  const profiles = await parts.readProfiles(worldId);
  for (const [day, movements] of movementsBetween(parts.dataSet, mark, today, profiles.seed)) {
    const due = { day, movements };
    await parts.storage.write(() => bookDay(worldId, due, profiles, parts.dataSet, BigInt(at)));
  }
};

/** Books what waits for the day, then its movements, unless another process has booked the day. */
function* bookDay(
  worldId: WorldId,
  { day, movements }: { readonly day: string; readonly movements: readonly MovementToBook[] },
  profiles: WorldProfiles,
  dataSet: DataSet,
  at: bigint,
): Unit<void> {
  const waiting = yield* claimDay(worldId, day);
  if (waiting === undefined) return;
  if (waiting.length === 0 && profiles.names.size === 0) {
    yield* bookMovements(worldId, movements, at);
    return;
  }
  const later: LaterMovement[] = [];
  for (const one of waiting) {
    if (one.due > day) later.push(one);
    else yield* bookWaiting(worldId, one, at);
  }
  for (const movement of movements) {
    later.push(...(yield* carryOut(worldId, planMovement(movement, profiles, dataSet), at)));
  }
  yield* run(updateWaiting(worldId, later));
}

/** PRO-04: releases what was reserved before it books, so that both never count together. */
function* bookWaiting(worldId: WorldId, waiting: LaterMovement, at: bigint): Unit<void> {
  for (const id of waiting.releases) yield* reservationRelease(worldId, id, at);
  yield* bookMovements(worldId, [waiting.movement], at);
}

/** Reserves and books what is planned for today, and returns the rest; skips it without funds. */
function* carryOut(
  worldId: WorldId,
  { reserves, books, later }: MovementPlan,
  at: bigint,
): Unit<readonly LaterMovement[]> {
  for (const [done, reservation] of reserves.entries()) {
    if (yield* reservationCreation({ worldId, ...reservation }, at)) continue;
    for (const { id } of reserves.slice(0, done)) yield* reservationRelease(worldId, id, at);
    return [];
  }
  const booked = yield* bookMovements(worldId, books, at);
  return booked === books.length ? later : [];
}

/** Starts the history with today; earlier days of the month are not booked. */
const beginHistory = async (
  worldId: WorldId,
  today: string,
  { storage, ledger, dataSet }: HistoryParts,
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

type ByDay = readonly (readonly [day: string, movements: readonly MovementToBook[]])[];

/** Returns the movements after the booked day and up to today, by day, today included. */
const movementsBetween = (
  dataSet: DataSet,
  mark: HistoryMark,
  today: string,
  seed: number,
): ByDay => {
  const byDay = new Map<string, MovementToBook[]>();
  const last = Temporal.PlainYearMonth.from(mark.lastMonth);
  const end = Temporal.PlainDate.from(today).toPlainYearMonth();
  let month = Temporal.PlainDate.from(mark.bookedUntil).toPlainYearMonth();
  for (; Temporal.PlainYearMonth.compare(month, end) <= 0; month = month.add({ months: 1 })) {
    const number = historyMonths + last.until(month, { largestUnit: "months" }).months;
    for (const [day, movements] of monthByDay(dataSet, seed, number, month)) {
      if (day > mark.bookedUntil && day <= today) byDay.set(day, movements);
    }
  }
  if (!byDay.has(today)) byDay.set(today, []);
  return [...byDay].sort(([one], [other]) => (one < other ? -1 : 1));
};

type MonthByDay = ReadonlyMap<string, MovementToBook[]>;

/** Caches the last month of each bank, because each of its days reads it again. */
const known = new WeakMap<DataSet, { readonly key: string; readonly byDay: MonthByDay }>();

const monthByDay = (
  dataSet: DataSet,
  seed: number,
  number: number,
  month: Temporal.PlainYearMonth,
): MonthByDay => {
  // Months of the initial history are already loaded.
  if (number <= historyMonths) return new Map();
  const key = `${seed} ${number} ${month}`;
  const cached = known.get(dataSet);
  if (cached?.key === key) return cached.byDay;
  const byDay = datedByDay(generateMonths(dataSet, seed, number).at(-1) ?? [], number, month);
  known.set(dataSet, { key, byDay });
  return byDay;
};

const datedByDay = (movements: readonly Legs[], number: number, month: Temporal.PlainYearMonth) => {
  const dated = dateMonth(movements, number, month);
  const booked = movements.map((legs) => ({
    legs: legs.map((leg) => dated.get(leg)).filter((leg) => leg !== undefined),
  }));
  return Map.groupBy(booked, ({ legs }) => legs[0]?.transaction.bookingDate ?? "");
};
