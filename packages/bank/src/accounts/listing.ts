import { type BookingStatus, limits, type Violation } from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import { Temporal } from "../calendar/temporal.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { dayMs } from "../unattended/access-store.ts";
import { isPsuPresent } from "../unattended/is-psu-present.ts";
import { type PageToken, parsePageToken } from "./page-token.ts";

/** What a caller asks of an account's transactions. */
export interface Listing {
  readonly bookingStatus: BookingStatus;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Of a page that a link led to. */
  readonly page: PageToken | undefined;
}

export const showsBooked = ({ bookingStatus }: Listing): boolean => bookingStatus !== "pending";
export const showsPending = ({ bookingStatus }: Listing): boolean => bookingStatus !== "booked";

/** Reads the query, whose forms are right, and holds it against what is shown without the PSU. */
export const readListing = (context: RequestContext): Listing | Refusal => {
  const { query, now } = context;
  const page = query.page === undefined ? undefined : parsePageToken(query.page);
  if (page?.ok === false) {
    return refuse({
      code: "FORMAT_ERROR",
      path: "page",
      text: `The query parameter page ${page.reason}.`,
    });
  }
  const startedAt = page?.value.startedAt ?? now;
  // A listing that began before midnight is not cut off in the middle.
  const oldest = oldestDay(startedAt <= now && startedAt > now - dayMs ? startedAt : now);
  const from = query.dateFrom ?? oldest;
  if (!isPsuPresent(context) && from < oldest) return refuse(tooOld(oldest));
  return {
    bookingStatus: (query.bookingStatus ?? "booked") as BookingStatus,
    from,
    to: query.dateTo,
    limit: Number(query.limit ?? limits.transactionPageSizeDefault),
    offset: Number(query.offset ?? 0),
    page: page?.value,
  };
};

/** LIM-12: the first day whose transactions are shown without the PSU, and by default. */
export const oldestDay = (now: number): string =>
  Temporal.PlainDate.from(osloDay(now))
    .subtract({ days: limits.transactionsWithoutPsuDaysMax })
    .toString();

const tooOld = (oldest: string): Violation => ({
  code: "BAD_REQUEST",
  path: "dateFrom",
  text:
    `Without the PSU, transactions are shown ${limits.transactionsWithoutPsuDaysMax} days back: ` +
    `dateFrom may be ${oldest} or later.`,
});
