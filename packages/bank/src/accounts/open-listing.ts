import { isInvalid } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { AccountId } from "../ports/ids.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { stillCounts } from "./access-store.ts";
import {
  type CountedCall,
  countUnattendedCall,
  findCountedListing,
  isPsuPresent,
} from "./count-unattended-call.ts";
import { checkDateRange, type Listing, listingKey, readListing } from "./listing.ts";
import { type PageToken, pageOwner, parsePageToken } from "./page-token.ts";

/** A listing that was admitted, and how its call was counted. */
export interface OpenedListing {
  readonly listing: Listing;
  readonly call: CountedCall;
}

/**
 * Starts a listing or continues one. The start time in a page token is used only if the counted
 * calls confirm it; otherwise the call counts as a new listing that starts now.
 */
export const openListing = async (
  accountId: AccountId,
  context: RequestContext,
  bank: Bank,
): Promise<OpenedListing | Refusal> => {
  const owner = pageOwner(bank.id, context.tpp.tppId);
  const { page: text } = context.query;
  const token = text === undefined ? undefined : parsePageToken(text, owner);
  if (isInvalid(token)) {
    const reason = `The query parameter page ${token.reason}.`;
    return refuse({ code: "FORMAT_ERROR", path: "page", text: reason });
  }
  const page = token;
  const continued =
    page === undefined ? undefined : await continueListing(page, accountId, context, bank);
  if (continued !== undefined) return continued;
  const listing = readListing(context, page, context.now, owner);
  const fault = checkDateRange(listing, context);
  if (fault !== undefined) return refuse(fault);
  const mark = listingKey(listing);
  const call = await countUnattendedCall("transactions", [accountId], context, bank, mark);
  return isRefusal(call) ? call : { listing, call };
};

/**
 * Finds the counted listing that the page belongs to. Its default dates stay those of its start.
 */
const continueListing = async (
  page: PageToken,
  accountId: AccountId,
  context: RequestContext,
  bank: Bank,
): Promise<OpenedListing | undefined> => {
  const continued = { at: page.startedAt, listing: "" };
  if (isPsuPresent(context) || !stillCounts(continued, context.now)) return undefined;
  const listing = readListing(context, page, page.startedAt, pageOwner(bank.id, context.tpp.tppId));
  const claimed = { ...continued, listing: listingKey(listing) };
  const call = await findCountedListing(accountId, claimed, context, bank);
  return call && { listing, call };
};
