import type { Bank } from "../bank.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { countsStill } from "../unattended/access-store.ts";
import {
  type CountedCall,
  countUnattendedCall,
  findCountedListing,
} from "../unattended/count-unattended-call.ts";
import { isPsuPresent } from "../unattended/is-psu-present.ts";
import { daysAreShown, type Listing, markOf, readListing } from "./listing.ts";
import { type PageToken, parsePageToken } from "./page-token.ts";

/** A listing that may be shown, and how the call for it was counted. */
export interface OpenedListing {
  readonly listing: Listing;
  readonly call: CountedCall;
}

/**
 * Begins a listing, or goes on with one. What a page's token says of its listing is believed when
 * the count confirms it; until then the call is one of its own, judged by the time it is now.
 */
export const openListing = async (
  accountId: string,
  context: RequestContext,
  bank: Bank,
): Promise<OpenedListing | Refusal> => {
  const token = context.query.page === undefined ? undefined : parsePageToken(context.query.page);
  if (token?.ok === false) {
    const text = `The query parameter page ${token.reason}.`;
    return refuse({ code: "FORMAT_ERROR", path: "page", text });
  }
  const page = token?.value;
  const begun = page === undefined ? undefined : await goOn(page, accountId, context, bank);
  if (begun !== undefined) return begun;
  const listing = readListing(context, page, context.now);
  const fault = daysAreShown(listing, context);
  if (fault !== undefined) return refuse(fault);
  const mark = markOf(listing);
  const call = await countUnattendedCall("transactions", [accountId], context, bank, mark);
  return isRefusal(call) ? call : { listing, call };
};

/** The listing the page belongs to, if it was counted; the days it began with hold to its end. */
const goOn = async (
  page: PageToken,
  accountId: string,
  context: RequestContext,
  bank: Bank,
): Promise<OpenedListing | undefined> => {
  const begun = { at: page.startedAt, listing: "" };
  if (isPsuPresent(context) || !countsStill(begun, context.now)) return undefined;
  const listing = readListing(context, page, page.startedAt);
  const claimed = { ...begun, listing: markOf(listing) };
  const call = await findCountedListing(accountId, claimed, context, bank);
  return call && { listing, call };
};
