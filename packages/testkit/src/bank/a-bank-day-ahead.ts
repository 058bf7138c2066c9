import { isBankDay, osloDay } from "@varde/bank";

/** Returns a bank day about a month from today, for payments that wait. */
export const aBankDayAhead = (): string => {
  let day = Temporal.PlainDate.from(osloDay(Date.now())).add({ days: 30 });
  while (!isBankDay(day.toString())) day = day.add({ days: 1 });
  return day.toString();
};
