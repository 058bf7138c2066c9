import type { WorldId } from "@varde/bank";
import { one, run, type Statement, sql, type Unit, type WorldTable } from "@varde/storage";

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

/** Claims a day for booking; returns true to one caller only, and only for a day not booked yet. */
export function* claimDay(worldId: WorldId, day: string): Unit<boolean> {
  const [claimed] = yield* run(
    sql`update sandbox_history set booked_until = ${day}
      where world_id = ${worldId} and booked_until < ${day}`,
  );
  return claimed === 1n;
}

/** Deletes the progress, so that a world that was reset starts its history again. */
export const deleteHistoryMark = (worldId: WorldId): Statement =>
  sql`delete from sandbox_history where world_id = ${worldId}`;
