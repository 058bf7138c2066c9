import type { Bank } from "../bank.ts";
import { bankDayFrom } from "../calendar/bank-days.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { Route } from "./payment-route.ts";

export interface ExecutionDate {
  readonly date: string;
  readonly isMoved: boolean;
}

/**
 * The day the payment is made. What is booked at once needs no bank day; what leaves the bank, or
 * waits for a later day, does.
 */
export const executionDateOf = (
  requested: string | undefined,
  route: Route,
  today: string,
): ExecutionDate => {
  const wanted = requested ?? today;
  const isAtOnce = (route === "own-bank" || route === "instant") && wanted === today;
  const date = isAtOnce ? wanted : bankDayFrom(wanted);
  return { date, isMoved: requested !== undefined && date !== requested };
};

/** A bank may rather refuse a day that is no bank day than move it. */
export const refuseMovedDate = (
  requested: string | undefined,
  execution: ExecutionDate,
  bank: Pick<Bank, "configuration">,
): Refusal | undefined =>
  execution.isMoved && bank.configuration.nonBankDay === "reject"
    ? refuse({
        code: "EXECUTION_DATE_INVALID",
        path: "/requestedExecutionDate",
        text: `${requested} is not a bank day; the next one is ${execution.date}.`,
      })
    : undefined;
