import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Outcome } from "../../ports/core-bank.ts";
import { isOutcome } from "./is-outcome.ts";

type Answered<P> = readonly [P, Outcome];

/**
 * So many failures in a row, with nothing that went well between them, are no longer the fault of
 * one payment. The halves of the longest list, down to a single payment, are fewer.
 */
const failuresMax = 16;

/**
 * Hands payments over together, and those of a list that the core bank chokes on in ever smaller
 * parts, until what it cannot take stands alone: one payment must not hold up the others. What
 * stands alone is told in the log and stays where it is, to be tried again. An answer that is none
 * is a failure too. Throws when nothing can be handed over at all.
 */
export const submitPayments = async <P extends { readonly paymentId: string }>(
  payments: readonly P[],
  submit: (payments: readonly P[]) => Promise<readonly Outcome[]>,
  { log }: Pick<Bank, "log">,
): Promise<readonly Answered<P>[]> => {
  const answered: Answered<P>[] = [];
  let failures = 0;
  const parts = [payments];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    try {
      const outcomes = outcomesOf(await submit(part), part.length);
      answered.push(...part.map((one, index) => [one, outcomes[index]] as Answered<P>));
      failures = 0;
    } catch (error) {
      failures += 1;
      const isAlone = payments.length === 1;
      if (isAlone || error instanceof StorageUnavailable || failures > failuresMax) throw error;
      const [first] = part;
      if (part.length > 1) parts.push(part.slice(part.length / 2), part.slice(0, part.length / 2));
      else log.error({ err: error, paymentId: first?.paymentId }, "a payment cannot be submitted");
    }
  }
  return answered;
};

/** One for each, or the answer counts for none: which belongs to which is told by their order. */
const outcomesOf = (told: unknown, count: number): readonly Outcome[] => {
  if (!Array.isArray(told) || told.length !== count) {
    throw new Error(`the core bank has not answered with ${count} outcomes`);
  }
  if (!told.every(isOutcome)) {
    throw new Error("the core bank has answered with an outcome that the bank does not know");
  }
  return told;
};
