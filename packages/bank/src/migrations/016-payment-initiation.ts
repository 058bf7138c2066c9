import type { Migration } from "@varde/storage";

/** Adds who approved a payment, by its SCA, and from which device it was created. */
export const paymentInitiation: Migration = {
  system: "bank",
  name: "016-payment-initiation",
  oldestVersion: "0.1.0",
  statements: [
    "alter table payment add column sca_id text",
    "alter table payment add column psu_device text",
    `create index payment_psu_device on payment (world_id, created_at)
      where psu_device is not null`,
  ],
};
