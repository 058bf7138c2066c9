import type { Migration } from "@varde/storage";

/**
 * Lets each date of a periodic payment be executed once, whatever the code does. Executions of
 * earlier versions have no date in the column: their schedules have passed it.
 */
export const oneExecutionADay: Migration = {
  system: "bank",
  name: "029-one-execution-a-day",
  oldestVersion: "0.1.0",
  statements: [
    "alter table payment add column occurrence text",
    `create unique index payment_occurrence on payment (parent_id, occurrence)
      where occurrence is not null`,
  ],
};
