import type { WorldTable } from "@varde/storage";

/**
 * The tables that make up a world's snapshot, without the responses stored for repeated requests,
 * the visits to the bank's own pages and the challenges in its app. The audit belongs to the bank:
 * neither a reset nor a restored snapshot changes what TPPs have accessed.
 */
export const bankWorldTables: readonly WorldTable[] = [
  { name: "psu_identifier", key: ["psu_id"] },
  { name: "corporate_identifier", key: ["psu_corporate_id"] },
  { name: "session", key: ["tpp_id", "session_id", "person_id"] },
  {
    name: "payment_duplicate",
    key: ["duplicate_key"],
    where: "payment_id in (select payment_id from payment where world_id = ?)",
  },
  { name: "payment", key: ["payment_id"] },
  { name: "periodic_schedule", key: ["payment_id"] },
  { name: "basket", key: ["basket_id"] },
  { name: "consent", key: ["consent_id"] },
  { name: "consent_account", key: ["consent_id", "account_id"] },
  { name: "unattended_access", key: ["consent_id", "account_id", "kind"] },
  { name: "sca", key: ["sca_id"] },
  { name: "event", key: ["event_id"] },
  { name: "outbox", key: ["outbox_id"], machine: { claimed_until: 0n } },
  {
    name: "batch",
    key: ["epoch", "due_at"],
    machine: { owner: "", claimed_until: 0n, started_at: 0n, finished_at: null },
  },
];
