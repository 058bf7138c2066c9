import type { Migration } from "@varde/storage";

/** Adds the tables of batches, bulk and periodic payments and signing baskets. */
export const paymentLife: Migration = {
  system: "bank",
  name: "002-payment-life",
  statements: [
    "alter table payment add column taken_by text",
    "drop index payment_due",
    "drop index payment_unsigned",
    `create index payment_to_take on payment (world_id, taken_by, execution_date, payment_id)
      where status in ('ACTC', 'ACWC', 'ACCP') and taken_by is not null`,
    "create index payment_unsigned on payment (world_id, created_at) where status = 'RCVD'",
    `create index payment_of_parent on payment (parent_id, payment_id)
      where parent_id is not null`,
    `create index payment_of_basket on payment (basket_id, payment_id)
      where basket_id is not null`,
    `create table periodic_schedule (
      payment_id text not null primary key,
      world_id text not null,
      next_date text not null,
      due_date text not null
    )`,
    "create index periodic_schedule_due on periodic_schedule (world_id, due_date, payment_id)",
    `create table basket (
      basket_id text not null primary key,
      world_id text not null,
      tpp_id text not null,
      person_id text not null,
      agreement_id text,
      payment_ids text not null,
      state text not null,
      version integer not null,
      created_at integer not null,
      signed_at integer
    )`,
    `create table batch (
      world_id text not null,
      epoch integer not null,
      due_at integer not null,
      kind text not null,
      state text not null,
      owner text not null,
      claimed_until integer not null,
      taken integer not null,
      started_at integer not null,
      finished_at integer,
      unique (world_id, epoch, due_at)
    )`,
  ],
};
