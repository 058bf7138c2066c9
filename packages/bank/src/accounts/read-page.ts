import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import type { CoreAccount, CorePending, CorePlace, CoreTransaction } from "../ports/core-bank.ts";
import type { WorldId } from "../ports/ids.ts";
import type { CountedCall } from "./count-unattended-call.ts";
import { type Listing, showsBooked, showsPending } from "./listing.ts";

/**
 * A page of an account's movements, with the totals and whether there are pages before and after
 * it.
 */
export interface MovementPage {
  readonly booked: readonly CoreTransaction[];
  readonly pending: readonly CorePending[];
  /**
   * The first and the last booked transaction of the page, shown or not. Transactions booked after
   * the listing began are not shown, but the neighbouring pages start next to them.
   */
  readonly edges: readonly [CoreTransaction, CoreTransaction] | undefined;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Number of booked transactions in the whole listing. */
  readonly bookedTotal: number;
  /** Number of pending movements, or 0 where they are not paged. */
  readonly pendingTotal: number;
}

/**
 * Reads the page of a listing. The cost does not depend on the position of the page in the list.
 */
export const readPage = async (
  account: CoreAccount,
  worldId: WorldId,
  listing: Listing,
  call: CountedCall,
  bank: Bank,
): Promise<MovementPage> => {
  const [booked, pending] = await Promise.all([
    readBooked(account, worldId, listing, bank),
    showsPending(listing)
      ? readPending(account, worldId, listing, call, bank)
      : { shown: [], total: 0 },
  ]);
  const isShown = (at: number) => !call.isFurtherPage || at <= call.startedAt;
  const [first, last] = [booked.rows[0], booked.rows.at(-1)];
  const hasMorePending = pending.total > listing.offset + listing.limit;
  return {
    booked: booked.rows.filter(({ bookedAt }) => isShown(bookedAt)),
    pending: pending.shown,
    edges: first && last && [first, last],
    hasPrevious: booked.hasPrevious || (!showsBooked(listing) && listing.offset > 0),
    hasNext: booked.hasNext || hasMorePending,
    bookedTotal: booked.total,
    pendingTotal: pending.total,
  };
};

interface BookedRows {
  readonly rows: readonly CoreTransaction[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly total: number;
}

/** Reads one row more than the page holds, to find out whether there is another page. */
const readBooked = async (
  { accountId }: CoreAccount,
  worldId: WorldId,
  listing: Listing,
  bank: Bank,
): Promise<BookedRows> => {
  if (!showsBooked(listing)) return { rows: [], hasPrevious: false, hasNext: false, total: 0 };
  const { from, to, limit } = listing;
  const days = to === undefined ? { from } : { from, to };
  const place = startPlace(listing);
  const page = listing.page?.place;
  const rowsMax = page?.at === "end" ? Math.min(page.size, limit) : limit + 1;
  const [rows, total] = await Promise.all([
    bank.coreBank.listTransactions(worldId, accountId, { ...days, place, limit: rowsMax }),
    bank.coreBank.countTransactions(worldId, accountId, days),
  ]);
  const isMore = rows.length > limit;
  switch (place.at) {
    case "offset":
      return {
        rows: rows.slice(0, limit),
        hasPrevious: place.offset > 0,
        hasNext: isMore,
        total,
      };
    case "after":
      return { rows: rows.slice(0, limit), hasPrevious: true, hasNext: isMore, total };
    case "before":
      return { rows: rows.slice(-limit), hasPrevious: isMore, hasNext: true, total };
    case "end":
      return { rows, hasPrevious: total > rows.length, hasNext: false, total };
  }
};

const startPlace = ({ page, offset }: Listing): CorePlace => {
  const place = page?.place;
  if (place === undefined || place.at === "offset") return { at: "offset", offset };
  return place.at === "end" ? { at: "end" } : place;
};

/**
 * LIM-17: reads every pending movement, whatever dates and limit were requested. LIM-18: in the
 * sandbox and for cards, pending movements are filtered and paged like booked ones.
 */
const readPending = async (
  account: CoreAccount,
  worldId: WorldId,
  listing: Listing,
  call: CountedCall,
  bank: Bank,
): Promise<{ readonly shown: readonly CorePending[]; readonly total: number }> => {
  const all = (await bank.coreBank.listPending(worldId, account.accountId)).filter(
    ({ since }) => !call.isFurtherPage || since <= call.startedAt,
  );
  if (bank.configuration.mode !== "sandbox" && !account.isCard) return { shown: all, total: 0 };
  const chosen = all.filter(({ since }) => {
    const day = osloDay(since);
    return day >= listing.from && (listing.to === undefined || day <= listing.to);
  });
  const { offset, limit } = listing;
  return { shown: chosen.slice(offset, offset + limit), total: chosen.length };
};
