import { nextPaymentStatus, type PaymentEvent } from "@varde/bank";
import type { TransactionStatus } from "@varde/protocol";
import type { Snapshot } from "./snapshot.ts";

/** The statuses that each payment has had so far, according to the log of events. */
export type Histories = Map<string, TransactionStatus[]>;

/** The status in which a payment is created. */
const firstStatuses: Readonly<Record<string, TransactionStatus>> = {
  created: "RCVD",
  createdBySchedule: "ACTC",
};
/** Events that leave the status as it is, and happen once at most. */
const onceOnly = new Set(["gaveUp", "returned"]);

/**
 * Checks that every change of a status is in the log, once, starts where the one before ended, and
 * is a transition of the table.
 */
export const paymentsFollowTheTable = (
  { payments, newEvents }: Snapshot,
  histories: Histories,
  seen: Set<string>,
): readonly string[] => {
  const found: string[] = [];
  for (const { subject_id: id, name, detail } of newEvents) {
    const first = firstStatuses[name];
    const history = histories.get(id);
    if (first !== undefined) {
      if (history !== undefined) found.push(`payment ${id} was created twice`);
      histories.set(id, [first]);
    } else if (detail?.includes(" to ")) {
      const [from, to] = detail.split(" to ") as [TransactionStatus, TransactionStatus];
      const before = history?.at(-1);
      if (before !== from) found.push(`payment ${id} was ${before}, then moved from ${detail}`);
      if (nextPaymentStatus(from, name as PaymentEvent) !== to) {
        found.push(`payment ${id} moved from ${detail} by ${name}, which the table does not have`);
      }
      if (onceOnly.has(name) && seen.has(`${id} ${name}`))
        found.push(`payment ${id} ${name} twice`);
      seen.add(`${id} ${name}`);
      history?.push(to);
    }
  }
  for (const { payment_id: id, status } of payments.values()) {
    const logged = histories.get(id)?.at(-1);
    if (logged !== status)
      found.push(`payment ${id} is ${status}, but its log ends with ${logged}`);
  }
  return found;
};
