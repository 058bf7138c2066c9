import { minorMax } from "@varde/protocol/money";
import {
  countChanges,
  type Migration,
  recordRowChanges,
  stopCountingChanges,
} from "@varde/storage";

/** All columns except the balances, which are not cached because every payment changes them. */
const accountColumns = [
  ...["world_id", "id", "owner_id", "kind", "bban", "iban", "bic", "currency", "name"],
  ...["product", "cash_account_type", "attributes", "credit_line_minor", "payable"],
  ...["opened_at", "closed_at"],
];

/**
 * The ledger's tables. Every row belongs to a world, and ids are unique within it, so that a world
 * can be created by copying the rows of another.
 *
 * The bank's own accounts (clearing, nostro, position, fees, equity) have postings but no row in
 * ledger_account: a running balance there would make every payment wait for the same row.
 */
export const ledgerMigrations: readonly Migration[] = [
  {
    system: "ledger",
    name: "001-accounts",
    statements: [
      `create table ledger_account (
        world_id text not null,
        id text not null,
        owner_id text not null,
        kind text not null,
        bban text,
        iban text,
        bic text,
        currency text not null,
        name text not null,
        product text not null,
        cash_account_type text not null,
        attributes text not null,
        credit_line_minor integer not null,
        booked_minor integer not null,
        reserved_minor integer not null,
        payable integer not null,
        opened_at integer not null,
        changed_at integer not null,
        closed_at integer
      )`,
      "create unique index ledger_account_by_id on ledger_account (world_id, id)",
      "create unique index ledger_account_by_bban on ledger_account (world_id, bban)",
      "create unique index ledger_account_by_iban on ledger_account (world_id, iban)",
      "create index ledger_account_by_owner on ledger_account (world_id, owner_id)",
    ],
  },
  {
    system: "ledger",
    name: "002-transactions",
    statements: [
      `create table ledger_transaction (
        world_id text not null,
        id text not null,
        kind text not null,
        booking_date text not null,
        value_date text not null,
        booked_at integer not null,
        instruction_id text,
        original_currency text,
        original_minor integer,
        rate_ppm integer,
        texts text not null
      )`,
      "create unique index ledger_transaction_by_id on ledger_transaction (world_id, id)",
      `create table ledger_posting (
        world_id text not null,
        account_id text not null,
        booking_date text not null,
        transaction_id text not null,
        currency text not null,
        amount_minor integer not null
      )`,
      `create unique index ledger_posting_by_account
        on ledger_posting (world_id, account_id, booking_date, transaction_id)`,
      // The number of postings of an account per day, so that counting or skipping a million of
      // them adds up days instead of scanning postings.
      `create table ledger_day (
        world_id text not null,
        account_id text not null,
        booking_date text not null,
        postings integer not null
      )`,
      `create unique index ledger_day_by_account
        on ledger_day (world_id, account_id, booking_date)`,
    ],
  },
  {
    system: "ledger",
    name: "003-instructions",
    statements: [
      `create table ledger_instruction (
        world_id text not null,
        id text not null,
        kind text not null,
        status text not null,
        debit_account_id text not null,
        debit_currency text not null,
        debited_minor integer not null,
        fee_minor integer not null,
        credit_account_id text not null,
        creditor_is_ours integer not null,
        credit_currency text not null,
        credited_minor integer not null,
        currency text not null,
        amount_minor integer not null,
        original_currency text,
        original_minor integer,
        rate_ppm integer,
        execution_date text not null,
        texts text not null,
        transaction_id text not null,
        fee_transaction_id text,
        return_transaction_id text,
        clearing text not null,
        reason text,
        submitted_at integer not null,
        due_at integer not null,
        return_at integer,
        batch_id text,
        booking_date text,
        settled_at integer,
        unacknowledged integer not null
      )`,
      "create unique index ledger_instruction_by_id on ledger_instruction (world_id, id)",
      `create index ledger_instruction_due on ledger_instruction (world_id, due_at, id)
        where status = 'sent'`,
      `create index ledger_instruction_to_return on ledger_instruction (world_id, return_at, id)
        where status = 'booked' and return_at is not null`,
      `create index ledger_instruction_by_batch on ledger_instruction (world_id, batch_id)
        where batch_id is not null`,
      `create index ledger_instruction_incoming on ledger_instruction (world_id, credit_account_id)
        where status = 'sent' and creditor_is_ours = 1`,
      `create index ledger_instruction_outcome on ledger_instruction (world_id, settled_at, id)
        where unacknowledged = 1`,
      `create table ledger_reservation (
        world_id text not null,
        id text not null,
        account_id text not null,
        instruction_id text,
        amount_minor integer not null,
        texts text not null,
        created_at integer not null
      )`,
      "create unique index ledger_reservation_by_id on ledger_reservation (world_id, id)",
      "create index ledger_reservation_by_account on ledger_reservation (world_id, account_id, id)",
      `create index ledger_reservation_by_instruction
        on ledger_reservation (world_id, instruction_id)
        where instruction_id is not null`,
      `create table ledger_counterparty (
        world_id text not null,
        account_number text not null,
        amount_minor integer not null,
        behaviour text not null,
        delay_ms integer not null,
        reason text not null
      )`,
      `create unique index ledger_counterparty_by_account
        on ledger_counterparty (world_id, account_number, amount_minor)`,
    ],
  },
  {
    system: "ledger",
    name: "004-refusals",
    statements: [
      // The last outcome of an instruction that moved nothing, so that repeating the same attempt
      // returns the same outcome and moves nothing.
      `create table ledger_refusal (
        world_id text not null,
        instruction_id text not null,
        attempt integer not null,
        status text not null,
        reason text not null
      )`,
      `create unique index ledger_refusal_by_instruction
        on ledger_refusal (world_id, instruction_id)`,
    ],
  },
  {
    system: "ledger",
    name: "005-sent-is-reserved",
    statements: [
      // A sent instruction records the amount it reserves. A separate row, inserted with it and
      // deleted when it was settled, took a sixth of the cost of a payment.
      "delete from ledger_reservation where instruction_id is not null",
      "drop index ledger_reservation_by_instruction",
      "alter table ledger_reservation drop column instruction_id",
      `create index ledger_instruction_outgoing
        on ledger_instruction (world_id, debit_account_id, transaction_id)
        where status = 'sent'`,
    ],
  },
  {
    system: "ledger",
    name: "006-account-changes",
    statements: countChanges("ledger_account", accountColumns),
  },
  {
    system: "ledger",
    name: "007-account-row-changes",
    // Records which worlds have changed accounts. Version 0.1.0 still needs all changes counted.
    oldestVersion: "0.1.0",
    statements: recordRowChanges({
      table: "ledger_account",
      key: ["world_id"],
      columns: accountColumns,
    }),
  },
  {
    system: "ledger",
    name: "008-stop-counting-accounts",
    oldestVersion: "0.2.0",
    isContract: true,
    statements: stopCountingChanges("ledger_account"),
  },
  {
    system: "ledger",
    name: "009-quoted-rates",
    // Rows of a version without the column have no rates, and may have amounts of zero. The bounds
    // apply to all others: 18 digits, and the ordered amount where nothing is exchanged.
    oldestVersion: "0.1.0",
    statements: [
      `alter table ledger_instruction add column rates text check (rates is null or (
        debited_minor between 1 and ${minorMax}
        and credited_minor between 1 and ${minorMax}
        and fee_minor between 0 and ${minorMax}
        and (debit_currency <> currency or debited_minor = amount_minor)
        and (credit_currency <> currency or credited_minor = amount_minor)))`,
    ],
  },
];
