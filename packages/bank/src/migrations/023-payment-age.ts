import type { Migration } from "@varde/storage";

/**
 * Lets old payments be found that may be deleted, and adds to the figures for the regulator what
 * each service answered and which systems failed. The index has only payments that are executed, or
 * may be because of their parts, so that creating a payment does not write it.
 */
export const paymentAge: Migration = {
  system: "bank",
  name: "023-payment-age",
  oldestVersion: "0.1.0",
  statements: [
    `create index payment_age on payment (world_id, status_at, payment_id)
      where parent_id is null
        and (service <> 'payments' or status in ('ACSC', 'RJCT', 'CANC', 'ACCP'))`,
    "alter table kpi_minute add column services text",
  ],
};
