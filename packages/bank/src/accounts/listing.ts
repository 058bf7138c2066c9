import {
  type BookingStatus,
  bookingStatuses,
  isOneOf,
  limits,
  type Violation,
} from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import { Temporal } from "../calendar/temporal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { isPsuPresent } from "./count-unattended-call.ts";
import type { PageToken } from "./page-token.ts";

/** The transactions that a caller requests. */
export interface Listing {
  readonly bookingStatus: BookingStatus;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Set if the caller followed a link to a page. */
  readonly page: PageToken | undefined;
  /** Whom the tokens of its pages are for. */
  readonly pageOwner: string;
}

export const showsBooked = ({ bookingStatus }: Listing): boolean => bookingStatus !== "pending";
export const showsPending = ({ bookingStatus }: Listing): boolean => bookingStatus !== "booked";

/** Reads the validated query, with defaults as of the time the listing began. */
export const readListing = (
  { query }: RequestContext,
  page: PageToken | undefined,
  startedAt: number,
  pageOwner: string,
): Listing => ({
  bookingStatus: isOneOf(bookingStatuses, query.bookingStatus) ? query.bookingStatus : "booked",
  from: query.dateFrom ?? oldestDay(startedAt),
  to: query.dateTo,
  limit: Number(query.limit ?? limits.transactionPageSizeDefault),
  offset: Number(query.offset ?? 0),
  page,
  pageOwner,
});

/** Key that is equal for all pages of one listing, whatever their size. */
export const listingKey = ({ bookingStatus, from, to = "" }: Listing): string =>
  `${bookingStatus} ${from} ${to}`;

/** Checks that the requested range is not empty and lies within what this caller may see. */
export const checkDateRange = (
  listing: Listing,
  context: RequestContext,
): Violation | undefined => {
  const oldest = oldestDay(context.now);
  if (!isPsuPresent(context) && listing.from < oldest) return tooOld("dateFrom", oldest);
  if (listing.to === undefined || listing.to >= listing.from) return undefined;
  return isPsuPresent(context) ? startIsMissing(oldest) : tooOld("dateTo", oldest);
};

/**
 * LIM-12: returns the first day whose transactions are shown without the PSU, which is also the
 * default.
 */
export const oldestDay = (now: number): string => {
  const today = osloDay(now);
  if (today !== lastToday) {
    lastOldest = Temporal.PlainDate.from(today)
      .subtract({ days: limits.transactionsWithoutPsuDaysMax })
      .toString();
    lastToday = today;
  }
  return lastOldest;
};

/** Caches the last day, which all requests of a day share. */
let lastToday = "";
let lastOldest = "";

const tooOld = (path: "dateFrom" | "dateTo", oldest: string): Violation => ({
  code: "BAD_REQUEST",
  path,
  text:
    `Without the PSU, only transactions of the last ${limits.transactionsWithoutPsuDaysMax} ` +
    `days are returned: ${path} must be ${oldest} or later.`,
});

const startIsMissing = (oldest: string): Violation => ({
  code: "FORMAT_ERROR",
  path: "dateFrom",
  text: `dateFrom defaults to ${oldest}, which is after dateTo. Send dateFrom too.`,
});
