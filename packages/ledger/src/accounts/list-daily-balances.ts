import { type AccountId, all, one, type Storage, sql, type WorldId } from "@varde/storage";
import { firstListedDate } from "../constants.ts";
import { readWideSum, type WideSum, wideSum } from "../wide-sum.ts";
import { accountById } from "./account.ts";

/** The booked balance of an account at the end of a day, in minor units. */
export interface DailyBalance {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly bookedMinor: bigint;
}

/** Bounds the time of one call: an account may have a million postings. */
const postingsReadMax = 20_000;

/**
 * Lists the balance at the end of each of the last days with bookings, earliest first. An account
 * with many bookings per day gets fewer days.
 */
export function listDailyBalances(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  daysMax: number,
): Promise<readonly DailyBalance[]> {
  return storage.read(function* () {
    const account = yield* accountById(worldId, accountId);
    const first = yield* one<{ day: string | null }>(
      sql`select min(booking_date) as day from (
          select booking_date,
            cast(sum(postings) over (order by booking_date desc) as bigint) as passed
          from ledger_day
          where world_id = ${worldId} and account_id = ${accountId}
            and booking_date >= ${firstListedDate}
          order by booking_date desc limit ${daysMax}
        ) as days
        where passed <= ${postingsReadMax}`,
    );
    if (account === undefined || first === undefined || first.day === null) return [];
    const sums = yield* all<WideSum & { booking_date: string }>(
      sql`select booking_date, ${wideSum} from ledger_posting
        where world_id = ${worldId} and account_id = ${accountId}
          and booking_date >= ${first.day}
        group by booking_date order by booking_date desc`,
    );
    let bookedMinor: bigint = account.bookedMinor;
    const days: DailyBalance[] = [];
    for (const { booking_date: day, ...sum } of sums) {
      days.unshift({ day, bookedMinor });
      bookedMinor -= readWideSum(sum);
    }
    return days;
  });
}
