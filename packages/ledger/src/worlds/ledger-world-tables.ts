import type { WorldTable } from "@varde/storage";

/** The ledger's tables that hold data of a world. */
export const ledgerWorldTables: readonly WorldTable[] = [
  { name: "ledger_account", key: ["id"] },
  { name: "ledger_transaction", key: ["id"] },
  { name: "ledger_posting", key: ["account_id", "booking_date", "transaction_id"] },
  { name: "ledger_day", key: ["account_id", "booking_date"] },
  { name: "ledger_instruction", key: ["id"] },
  { name: "ledger_refusal", key: ["instruction_id"] },
  { name: "ledger_reservation", key: ["id"] },
  { name: "ledger_counterparty", key: ["account_number", "amount_minor"] },
];
