import { type BookingStatus, limits, type Violation } from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import { Temporal } from "../calendar/temporal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { isPsuPresent } from "../unattended/is-psu-present.ts";
import type { PageToken } from "./page-token.ts";

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

/** Reads the query, whose forms are right, as of the time the listing began. */
export const readListing = (
  { query }: RequestContext,
  page: PageToken | undefined,
  startedAt: number,
): Listing => ({
  bookingStatus: (query.bookingStatus ?? "booked") as BookingStatus,
  from: query.dateFrom ?? oldestDay(startedAt),
  to: query.dateTo,
  limit: Number(query.limit ?? limits.transactionPageSizeDefault),
  offset: Number(query.offset ?? 0),
  page,
});

/** What makes two pages pages of one listing, whatever their size. */
export const markOf = ({ bookingStatus, from, to = "" }: Listing): string =>
  `${bookingStatus} ${from} ${to}`;

/** The days asked for are some, and some that are shown to who asks. */
export const daysAreShown = (listing: Listing, context: RequestContext): Violation | undefined => {
  const oldest = oldestDay(context.now);
  if (!isPsuPresent(context) && listing.from < oldest) return tooOld("dateFrom", oldest);
  if (listing.to === undefined || listing.to >= listing.from) return undefined;
  return isPsuPresent(context) ? startIsMissing(oldest) : tooOld("dateTo", oldest);
};

/** LIM-12: the first day whose transactions are shown without the PSU, and by default. */
export const oldestDay = (now: number): string =>
  Temporal.PlainDate.from(osloDay(now))
    .subtract({ days: limits.transactionsWithoutPsuDaysMax })
    .toString();

const tooOld = (path: "dateFrom" | "dateTo", oldest: string): Violation => ({
  code: "BAD_REQUEST",
  path,
  text:
    `Without the PSU, transactions are shown ${limits.transactionsWithoutPsuDaysMax} days back: ` +
    `${path} may be ${oldest} or later.`,
});

const startIsMissing = (oldest: string): Violation => ({
  code: "FORMAT_ERROR",
  path: "dateFrom",
  text: `dateFrom is ${oldest} when it is left out, which lies after dateTo: send it too.`,
});
