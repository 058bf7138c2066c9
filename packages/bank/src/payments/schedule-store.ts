import { all, run, type Statement, sql, type Unit } from "@varde/storage";
import type { PaymentId, WorldId } from "../ports/ids.ts";
import type { Execution } from "./periodic-schedule.ts";

export interface DueSchedule {
  readonly paymentId: PaymentId;
  readonly next: Execution;
}

/** Stores the next execution of a signed periodic payment. */
export const insertSchedule = (
  paymentId: PaymentId,
  worldId: WorldId,
  next: Execution,
): Statement =>
  sql`insert into periodic_schedule (payment_id, world_id, next_date, due_date)
    values (${paymentId}, ${worldId}, ${next.date}, ${next.bankDay})`;

export const removeSchedule = (paymentId: PaymentId): Statement =>
  sql`delete from periodic_schedule where payment_id = ${paymentId}`;

/** Lists the schedules with an execution on this day or earlier. */
export function* listDueSchedules(
  worldId: WorldId,
  day: string,
  limit: number,
): Unit<readonly DueSchedule[]> {
  const rows = yield* all<{ payment_id: PaymentId; next_date: string; due_date: string }>(
    sql`select payment_id, next_date, due_date from periodic_schedule
      where world_id = ${worldId} and due_date <= ${day}
      order by due_date, payment_id limit ${limit}`,
  );
  return rows.map((row) => ({
    paymentId: row.payment_id,
    next: { date: row.next_date, bankDay: row.due_date },
  }));
}

/**
 * Advances to the next execution, or ends the schedule. Returns false if another process has done
 * it.
 */
export function* advanceSchedule(
  { paymentId, next }: DueSchedule,
  after: Execution | undefined,
): Unit<boolean> {
  const [changed] = yield* run(
    after === undefined
      ? sql`delete from periodic_schedule
          where payment_id = ${paymentId} and next_date = ${next.date}`
      : sql`update periodic_schedule set next_date = ${after.date}, due_date = ${after.bankDay}
          where payment_id = ${paymentId} and next_date = ${next.date}`,
  );
  return changed === 1n;
}
