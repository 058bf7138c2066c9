import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal } from "../../request/refusal.ts";
import { acceptedFixes } from "../accepted-fixes.ts";
import { readMovements } from "../list-transactions.ts";
import { showsBooked, showsPending } from "../listing.ts";
import { presentCardReference } from "./present-card-account.ts";
import { presentCardTransaction, presentPendingCardMovement } from "./present-card-transaction.ts";

/** Lists a page of the transactions of a card account. */
export const listCardTransactions: UseCase<"listCardTransactions"> = async (context, bank) => {
  const read = await readMovements("card", context, bank);
  if (isRefusal(read)) return read;
  const { account, page, headers, listing, links } = read;
  const fixes = acceptedFixes(context);
  const cardTransactions = {
    ...(showsBooked(listing)
      ? { booked: page.booked.map((one) => presentCardTransaction(one, account, fixes)) }
      : {}),
    ...(showsPending(listing)
      ? { pending: page.pending.map((one) => presentPendingCardMovement(one, account, fixes)) }
      : {}),
    _links: links,
  };
  return respondWith(
    200,
    { cardAccount: presentCardReference(account), cardTransactions },
    headers,
  );
};
