import type { AccountId } from "@varde/bank";
import type { TransactionToPost } from "@varde/ledger";
import { createBookingDays } from "./booking-days.ts";
import type { Legs, Movement } from "./movement.ts";

/** A movement with its booking day and id. */
export interface DatedMovement {
  readonly accountId: AccountId;
  readonly transaction: TransactionToPost & { readonly id: string };
}

/**
 * Assigns the movements of a month to bank days. `number` counts the months of the data set's
 * history from 1.
 */
export function dateMonth(
  movements: readonly Legs[],
  number: number,
  month: Temporal.PlainYearMonth,
): ReadonlyMap<Movement, DatedMovement> {
  const days = createBookingDays(month);
  const dated = new Map<Movement, DatedMovement>();
  for (const [accountId, own] of Map.groupBy(movements.flat(), ({ accountId }) => accountId)) {
    const inOrder = own.toSorted((left, right) => left.day - right.day);
    for (const [at, movement] of inOrder.entries()) {
      const { kind, day, amountMinor, exchange, texts } = movement;
      const bookingDate = days.bookingDate(day);
      const attributes = { transactionDate: days.nominalDate(day) };
      const transaction = {
        id: `${accountId}-${twoDigits(number)}-${twoDigits(at + 1)}`,
        bookingDate,
        valueDate: bookingDate,
        amountMinor,
        ...(exchange === undefined ? {} : { exchange }),
        texts: kind === "purchase" ? { ...texts, attributes } : texts,
      };
      dated.set(movement, { accountId, transaction });
    }
  }
  return dated;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
