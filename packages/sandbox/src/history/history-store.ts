import { one, run, type Statement, sql, type Unit, type WorldTable } from "@varde/storage";

/** How far a world's history has come. */
export interface HistoryMark {
  /** YYYY-MM: the last month the world had behind it when it was opened. */
  readonly lastMonth: string;
  /** YYYY-MM-DD: everything up to this day is booked. */
  readonly bookedUntil: string;
}

export const historyWorldTables: readonly WorldTable[] = [
  { name: "sandbox_history", key: ["last_month"] },
];

export function* readHistoryMark(worldId: string): Unit<HistoryMark | undefined> {
  const row = yield* one<{ last_month: string; booked_until: string }>(
    sql`select last_month, booked_until from sandbox_history where world_id = ${worldId}`,
  );
  return row && { lastMonth: row.last_month, bookedUntil: row.booked_until };
}

export const insertHistoryMark = (worldId: string, mark: HistoryMark): Statement =>
  sql`insert into sandbox_history (world_id, last_month, booked_until)
    values (${worldId}, ${mark.lastMonth}, ${mark.bookedUntil})
    on conflict do nothing`;

/** Takes a day for booking: true for one caller only, and only for a day that has not been. */
export function* claimDay(worldId: string, day: string): Unit<boolean> {
  const [claimed] = yield* run(
    sql`update sandbox_history set booked_until = ${day}
      where world_id = ${worldId} and booked_until < ${day}`,
  );
  return claimed === 1n;
}

/** A world that is opened anew starts its history anew. */
export const forgetHistoryMark = (worldId: string): Statement =>
  sql`delete from sandbox_history where world_id = ${worldId}`;
