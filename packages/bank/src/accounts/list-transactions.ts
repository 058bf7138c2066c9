import type { Link } from "@varde/protocol";
import type { Bank, UseCase } from "../bank.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { respondWith } from "../request/api-response.ts";
import { isRefusal, type Refusal } from "../request/refusal.ts";
import type { RequestOf } from "../request/request-of.ts";
import { acceptedFixes } from "./accepted-fixes.ts";
import { type AccountResource, findGrantedAccount } from "./find-account.ts";
import { type Listing, showsBooked, showsPending } from "./listing.ts";
import { listingLinks } from "./listing-links.ts";
import { openListing } from "./open-listing.ts";
import { presentAccountReference } from "./present-account.ts";
import { presentPending, presentTransactions } from "./present-transaction.ts";
import { type MovementPage, readPage } from "./read-page.ts";

/** END-15: lists a page of the transactions of an account. */
export const listTransactions: UseCase<"listTransactions"> = async (context, bank) => {
  const read = await readMovements("account", context, bank);
  if (isRefusal(read)) return read;
  const { account, page, headers, listing, links } = read;
  const fixes = acceptedFixes(context);
  const transactions = {
    ...(showsBooked(listing)
      ? { booked: presentTransactions(page.booked, account.accountId, fixes) }
      : {}),
    ...(showsPending(listing)
      ? { pending: page.pending.map((one) => presentPending(one, fixes)) }
      : {}),
    _links: links,
  };
  return respondWith(200, { account: presentAccountReference(account), transactions }, headers);
};

export interface Movements {
  readonly account: CoreAccount;
  readonly listing: Listing;
  readonly page: MovementPage;
  readonly links: Readonly<Record<string, Link>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads a page of movements, for accounts and cards: finds the account, reads the query, counts the
 * call, reads the page.
 */
export const readMovements = async (
  resource: AccountResource,
  context: RequestOf<"listTransactions">,
  bank: Bank,
): Promise<Movements | Refusal> => {
  const account = await findGrantedAccount(resource, context, bank);
  if (isRefusal(account)) return account;
  const { accountId } = account;
  const opened = await openListing(accountId, context, bank);
  if (isRefusal(opened)) return opened;
  const { listing, call } = opened;
  const page = await readPage(account, context.tpp.worldId, listing, call, bank);
  const links = listingLinks(context.operation, accountId, listing, page, call.startedAt);
  return { account, listing, page, links, headers: call.headers };
};
