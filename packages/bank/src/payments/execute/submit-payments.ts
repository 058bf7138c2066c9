import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Outcome } from "../../ports/core-bank.ts";
import { PortFailed } from "../../ports/guard/port-failed.ts";
import type { PaymentId } from "../../ports/ids.ts";
import { isOutcome } from "./is-outcome.ts";

type Submitted<P> = readonly [P, Outcome];

/**
 * Number of failures in a row after which the cause is not a single payment. Halving the longest
 * list down to one payment takes fewer.
 */
const failuresMax = 16;

/**
 * Submits payments together. If the core bank fails on a list, its halves are submitted separately,
 * until the failing payment is isolated and does not delay the others. That payment is logged and
 * stays queued for a retry. A malformed response counts as a failure. A list that times out is
 * first submitted again as it is: the core bank may have done the work and lost only its response.
 * Throws if nothing can be submitted at all.
 */
export const submitPayments = async <P extends { readonly paymentId: PaymentId }>(
  payments: readonly P[],
  submit: (payments: readonly P[]) => Promise<readonly Outcome[]>,
  { log }: Pick<Bank, "log">,
): Promise<readonly Submitted<P>[]> => {
  const submitted: Submitted<P>[] = [];
  let failures = 0;
  let timedOut: readonly P[] | undefined;
  const parts = [payments];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    try {
      submitted.push(...pairOutcomes(part, await submit(part)));
      failures = 0;
    } catch (error) {
      failures += 1;
      const failure = error instanceof PortFailed ? error.failure : "failed";
      if (failure === "not-called" && submitted.length > 0) break;
      const isAlone = payments.length === 1;
      const isUnavailable = failure === "not-called" || error instanceof StorageUnavailable;
      if (isAlone || isUnavailable || failures > failuresMax) throw error;
      const [first] = part;
      if (failure === "timed-out" && part !== timedOut) parts.push(part);
      else if (part.length > 1) {
        parts.push(part.slice(part.length / 2), part.slice(0, part.length / 2));
      } else {
        const fields = { err: error, paymentId: first?.paymentId };
        if (failure === "timed-out") log.warn(fields, "payment submission timed out");
        else log.error(fields, "payment submission failed");
      }
      timedOut = part;
    }
  }
  return submitted;
};

/** Pairs each payment with its outcome by position. Throws unless each has a valid one. */
const pairOutcomes = <P>(payments: readonly P[], response: unknown): readonly Submitted<P>[] => {
  if (!Array.isArray(response) || response.length !== payments.length) {
    throw new Error(`the core bank did not return ${payments.length} outcomes`);
  }
  const outcomes: readonly unknown[] = response;
  return payments.map((payment, index) => {
    const outcome = outcomes[index];
    if (!isOutcome(outcome)) throw new Error("the core bank returned a malformed outcome");
    return [payment, outcome];
  });
};
