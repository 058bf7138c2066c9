import type { Bank } from "../bank.ts";
import { bankDayAfter, bankDayFrom } from "../calendar/bank-days.ts";
import { isPastCutOffs } from "../calendar/batch-times.ts";
import { osloDay } from "../calendar/oslo.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { DateMove } from "./payment.ts";
import type { Route } from "./payment-route.ts";

export interface ExecutionDate {
  readonly date: string;
  /** Why it is not the day that was asked for. */
  readonly moved: DateMove | undefined;
}

/**
 * The day the payment is made. What is booked at once needs no bank day; what leaves the bank, or
 * waits for a later day, does, and is too late for today once the last cut-off has passed. Who asks
 * for no day is told of none that was moved.
 */
export const executionDateOf = (
  requested: string | undefined,
  route: Route,
  now: number,
  bank: Pick<Bank, "configuration">,
): ExecutionDate => {
  const today = osloDay(now);
  const wanted = requested ?? today;
  const isAtOnce = (route === "own-bank" || route === "instant") && wanted === today;
  const date = isAtOnce ? wanted : bankDayFrom(wanted);
  if (isAtOnce || requested === undefined) return { date, moved: undefined };
  if (date !== requested) return { date, moved: "not-bank-day" };
  return isTooLateFor(date, now, bank)
    ? { date: bankDayAfter(date), moved: "cut-off-passed" }
    : { date, moved: undefined };
};

/** Whether no batch of that day takes any more what is signed now. */
export const isTooLateFor = (
  day: string,
  now: number,
  { configuration }: Pick<Bank, "configuration">,
): boolean => day === osloDay(now) && isPastCutOffs(configuration.batchTimes, now);

/** A bank may rather refuse a day that is no bank day than move it. */
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
