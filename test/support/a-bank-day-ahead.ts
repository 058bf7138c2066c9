import { isBankDay, osloDay } from "@varde/bank";

/** A bank day about a month from today, whichever day this is run: a payment may wait for it. */
export const aBankDayAhead = (): string => {
  let day = Temporal.PlainDate.from(osloDay(Date.now())).add({ days: 30 });
  while (!isBankDay(day.toString())) day = day.add({ days: 1 });
  return day.toString();
};
