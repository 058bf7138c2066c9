import { bounds } from "../bounds.ts";
import { bbanOrIbanAccount } from "../parts/account-reference.ts";
import { isoDate } from "../parts/execution-date.ts";
import { refusedFields } from "../parts/refused-fields.ts";
import { list, object, oneOf, optional, type Static } from "../schema.ts";
import { ndctFields } from "./ndct-body.ts";

export const frequencies = [
  "Daily",
  "Weekly",
  "EveryTwoWeeks",
  "Monthly",
  "EveryTwoMonths",
  "Quarterly",
  "SemiAnnual",
  "Annual",
  "MonthlyVariable",
] as const;
export type Frequency = (typeof frequencies)[number];

/** A Norwegian domestic credit transfer that is executed repeatedly. */
export const periodicNdctBody = object(
  {
    ...ndctFields,
    creditorAccount: bbanOrIbanAccount,
    debtorAccount: bbanOrIbanAccount,
    startDate: isoDate,
    endDate: optional(isoDate),
    frequency: oneOf(frequencies),
    dayOfExecution: optional(
      oneOf(numbersUpTo(31), { description: 'a day of the month in quotes, "1" to "31"' }),
    ),
    monthsOfExecution: optional(
      list(oneOf(numbersUpTo(12), { description: 'a month in quotes, "1" to "12"' }), {
        minItems: 1,
        maxItems: bounds.executionMonthsMax,
        uniqueItems: true,
      }),
    ),
    // Clients written for other banks send the misspelling "preceeding".
    executionRule: optional(oneOf(["following", "preceding", "preceeding"])),
  },
  { refuses: refusedFields.urgency },
);
export type PeriodicNdctBody = Static<typeof periodicNdctBody>;

function numbersUpTo(last: number): string[] {
  return Array.from({ length: last }, (_, index) => String(index + 1));
}
