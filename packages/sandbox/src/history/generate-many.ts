import type { TransactionToLoad } from "@varde/ledger";
import { seededRandom } from "../data-set/seeded-random.ts";
import { Temporal } from "../temporal.ts";
import { movementKinds } from "./habit.ts";
import { errands, groceries } from "./shops.ts";

/** Transactions to make up for one account. */
export interface ManyTransactions {
  readonly accountId: string;
  /** The number of the first, from 1; the ids count on from it. */
  readonly first: number;
  readonly count: number;
  readonly seed: number;
  /** YYYY-MM-DD: the last of them is booked on this day. */
  readonly until: string;
}

const yearsBack = 3;
/** Nine purchases, and the tenth brings in what they cost: no balance has to be behind them. */
const perRound = 10;
const shops = [...groceries, ...errands];

export const manyIdBeginning = (accountId: string): string => `${accountId}-many-`;

/**
 * Makes up a stretch of the transactions, those numbered `from` to `from + size - 1` of the many,
 * always the same ones: each round of ten has a stream of chance of its own.
 */
export function generateMany(
  many: ManyTransactions,
  from: number,
  size: number,
): readonly TransactionToLoad[] {
  const end = Temporal.PlainDate.from(many.until);
  const days = yearsBack * 365;
  const beginning = manyIdBeginning(many.accountId);
  const made: TransactionToLoad[] = [];
  for (let at = from; at < from + size; at += perRound) {
    const random = seededRandom(many.seed, `${beginning}${many.first + at}`);
    let spentMinor = 0n;
    for (let step = 0; step < perRound && at + step < from + size; step += 1) {
      const isIncome = step === perRound - 1;
      const amountMinor = isIncome ? spentMinor : -random.amountBetween(15_00n, 900_00n);
      spentMinor -= amountMinor;
      const back = days - 1 - Math.floor(((at + step) * days) / many.count);
      const day = end.subtract({ days: back }).toString();
      made.push({
        id: `${beginning}${String(many.first + at + step).padStart(9, "0")}`,
        bookingDate: day,
        valueDate: day,
        amountMinor,
        texts: isIncome
          ? { debtor: { name: "Kundeoppgjør" }, ...words("payment", "in") }
          : { creditor: { name: random.pick(shops).name }, ...words("purchase", "out") },
      });
    }
  }
  return made;
}

const words = (kind: "payment" | "purchase", flow: "in" | "out") => ({
  bankTransactionCode: movementKinds[kind][flow],
  proprietaryBankTransactionCode: movementKinds[kind].word,
});
