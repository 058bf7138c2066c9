import type { WorldId } from "@varde/bank";
import { one, type Statement, sql, type Unit, type WorldTable } from "@varde/storage";
import type { LaterMovement } from "./plan-movement.ts";

/** Progress of a world's history. */
export interface HistoryMark {
  /** Last month of the initial history, as YYYY-MM. */
  readonly lastMonth: string;
  /** Last booked day, as YYYY-MM-DD. */
  readonly bookedUntil: string;
}

export const historyWorldTables: readonly WorldTable[] = [
  { name: "sandbox_history", key: ["last_month"] },
];

export function* readHistoryMark(worldId: WorldId): Unit<HistoryMark | undefined> {
  const row = yield* one<{ last_month: string; booked_until: string }>(
    sql`select last_month, booked_until from sandbox_history where world_id = ${worldId}`,
  );
  return row && { lastMonth: row.last_month, bookedUntil: row.booked_until };
}

export const insertHistoryMark = (worldId: WorldId, mark: HistoryMark): Statement =>
  sql`insert into sandbox_history (world_id, last_month, booked_until)
    values (${worldId}, ${mark.lastMonth}, ${mark.bookedUntil})
    on conflict do nothing`;

/**
 * Claims a day for booking. Returns what waits for later days to one caller only, and undefined to
 * others and for a day that is booked.
 */
export function* claimDay(
  worldId: WorldId,
  day: string,
): Unit<readonly LaterMovement[] | undefined> {
  const row = yield* one<{ waiting: string }>(
    sql`update sandbox_history set booked_until = ${day}
      where world_id = ${worldId} and booked_until < ${day} returning waiting`,
  );
  return row && JSON.parse(row.waiting, readAmount);
}

export const updateWaiting = (worldId: WorldId, waiting: readonly LaterMovement[]): Statement =>
  sql`update sandbox_history set waiting = ${JSON.stringify(waiting, writeAmount)}
    where world_id = ${worldId}`;

/** JSON has no bigint, so amounts and rates are strings of digits. */
const writeAmount = (_name: string, value: unknown) =>
  typeof value === "bigint" ? String(value) : value;
const readAmount = (name: string, value: unknown) =>
  typeof value === "string" && (name.endsWith("Minor") || name.endsWith("Ppm"))
    ? BigInt(value)
    : value;

/** Deletes the progress, so that a world that was reset starts its history again. */
export const deleteHistoryMark = (worldId: WorldId): Statement =>
  sql`delete from sandbox_history where world_id = ${worldId}`;
