import type { AccountId } from "@varde/bank";
import type { TransactionToLoad } from "@varde/ledger";
import { seededRandom } from "../data-set/seeded-random.ts";
import { Temporal } from "../temporal.ts";
import { movementKinds } from "./habit.ts";
import { errands, groceries } from "./shops.ts";

/** A request for generated transactions of one account. */
export interface ManyTransactions {
  readonly accountId: AccountId;
  /** Number of the first transaction, from 1; the ids continue from it. */
  readonly first: number;
  readonly count: number;
  readonly seed: number;
  /** Booking day of the last transaction, as YYYY-MM-DD. */
  readonly until: string;
}

const yearsBack = 3;
/** Size of a round: nine purchases and a tenth transaction that credits their sum. */
const perRound = 10;
const shops = [...groceries, ...errands];

export const manyIdBeginning = (accountId: AccountId): string => `${accountId}-many-`;

/**
 * Generates the transactions at the offsets `from` to `from + size - 1`. The result is repeatable,
 * because each round of ten has its own random stream.
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
