import type { Bank } from "../bank.ts";
import { bankDayAfter, bankDayFrom } from "../calendar/bank-days.ts";
import { isPastCutOffs } from "../calendar/batch-times.ts";
import { osloDay } from "../calendar/oslo.ts";
import type { DateMove } from "../records/payment.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { Route } from "./payment-route.ts";

export interface ExecutionDate {
  readonly date: string;
  /** Why it is not the requested date. */
  readonly moved: DateMove | undefined;
}

/**
 * Chooses the execution date. A payment that is booked at once needs no bank day. A payment that
 * leaves the bank or waits for a later date does, and is too late for today after the last cut-off.
 * If no date was requested, a moved date is not reported.
 */
export const chooseExecutionDate = (
  requested: string | undefined,
  route: Route,
  now: number,
  bank: Pick<Bank, "configuration">,
): ExecutionDate => {
  const today = osloDay(now);
  const target = requested ?? today;
  const isAtOnce = (route === "own-bank" || route === "instant") && target === today;
  const date = isAtOnce ? target : bankDayFrom(target);
  if (isAtOnce || requested === undefined) return { date, moved: undefined };
  if (date !== requested) return { date, moved: "not-bank-day" };
  return isTooLateFor(date, now, bank)
    ? { date: bankDayAfter(date), moved: "cut-off-passed" }
    : { date, moved: undefined };
};

/** Whether a payment signed now is too late for every batch of that day. */
export const isTooLateFor = (
  day: string,
  now: number,
  { configuration }: Pick<Bank, "configuration">,
): boolean => day === osloDay(now) && isPastCutOffs(configuration.batchTimes, now);

/** Refuses a date that is not a bank day if the bank is configured not to move it. */
export const refuseMovedDate = (
  requested: string | undefined,
  execution: ExecutionDate,
  bank: Pick<Bank, "configuration">,
): Refusal | undefined =>
  execution.moved === "not-bank-day" && bank.configuration.nonBankDay === "reject"
    ? refuse({
        code: "EXECUTION_DATE_INVALID",
        path: "/requestedExecutionDate",
        text: `${requested} is not a bank day; the next one is ${execution.date}.`,
      })
    : undefined;
