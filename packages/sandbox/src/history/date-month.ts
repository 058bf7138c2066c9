import { type AccountId, isBankDay } from "@varde/bank";
import type { TransactionToPost } from "@varde/ledger";
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

/** Booking days of one month, by the nominal day of the month. */
export interface BookingDays {
  /** Returns the day as YYYY-MM-DD; the last day if the month is shorter. */
  nominalDate(day: number): string;
  /** Returns the day if it is a bank day, else the next bank day within the month. */
  bookingDate(day: number): string;
}

function createBookingDays(month: Temporal.PlainYearMonth): BookingDays {
  const days = Array.from({ length: month.daysInMonth }, (_, at) =>
    month.toPlainDate({ day: at + 1 }),
  );
  const isOpen = days.map((date) => isBankDay(date.toString()));
  const lastOpen = isOpen.lastIndexOf(true);
  const at = (index: number) => String(days[index]);
  const inMonth = (day: number) => Math.min(day, days.length) - 1;
  return {
    nominalDate: (day) => at(inMonth(day)),
    bookingDate: (day) => {
      const open = isOpen.indexOf(true, inMonth(day));
      return at(open === -1 ? lastOpen : open);
    },
  };
}
