import { type Link, type Operation, operations } from "@varde/protocol";
import type { CoreTransaction } from "../ports/core-bank.ts";
import type { AccountId } from "../ports/ids.ts";
import { linkTo } from "../request/links.ts";
import type { Listing } from "./listing.ts";
import { formatPageToken, type PagePlace } from "./page-token.ts";
import type { MovementPage } from "./read-page.ts";

/**
 * LIM-16: builds the links of a page. Each one contains the limit and the dates explicitly, so that
 * it means the same whenever it is followed.
 */
export const listingLinks = (
  operation: Operation,
  accountId: AccountId,
  listing: Listing,
  page: MovementPage,
  startedAt: number,
): Readonly<Record<string, Link>> => {
  const { limit, offset } = listing;
  const link = (place: PagePlace, at: number): Link => {
    const { href, verbs } = linkTo([operation], { accountId });
    return { href: `${href}?${pageQuery(listing, at, place, startedAt)}`, verbs };
  };
  const total = Math.max(page.bookedTotal, page.pendingTotal);
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const lastBooked = page.bookedTotal - lastOffset;
  const lastPlace: PagePlace = lastBooked > 0 ? { at: "end", size: lastBooked } : { at: "offset" };
  const [first, last] = page.edges ?? [];
  return {
    self: link(listing.page?.place ?? { at: "offset" }, offset),
    first: link({ at: "offset" }, 0),
    ...(page.hasPrevious
      ? { previous: link(placeBy("before", first), Math.max(0, offset - limit)) }
      : {}),
    ...(page.hasNext ? { next: link(placeBy("after", last), offset + limit) } : {}),
    last: link(lastPlace, lastOffset),
    ...accountLink(operation, accountId),
  };
};

/** Links to the account of the page, under the name that XS2A uses for it. */
const accountLink = (operation: Operation, accountId: AccountId): Readonly<Record<string, Link>> =>
  operation.id === "listCardTransactions"
    ? { cardAccount: linkTo([operations.readCardAccount], { accountId }) }
    : { account: linkTo([operations.readAccount], { accountId }) };

const placeBy = (at: "after" | "before", row: CoreTransaction | undefined): PagePlace =>
  row === undefined
    ? { at: "offset" }
    : { at, key: { bookingDate: row.bookingDate, transactionId: row.transactionId } };

/** Builds the query of a page. None of its values has a character that must be encoded. */
const pageQuery = (
  { bookingStatus, from, to, limit, pageOwner }: Listing,
  offset: number,
  place: PagePlace,
  startedAt: number,
): string => {
  const dates = to === undefined ? `dateFrom=${from}` : `dateFrom=${from}&dateTo=${to}`;
  const page = formatPageToken({ startedAt, place }, pageOwner);
  return `bookingStatus=${bookingStatus}&${dates}&limit=${limit}&offset=${offset}&page=${page}`;
};
