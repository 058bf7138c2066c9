import { deleteWorldRows, run, type Storage, type WorldTable } from "@varde/storage";
import type { WorldId } from "../../ports/ids.ts";

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
  { name: "payment_signature", key: ["payment_id", "person_id"] },
  { name: "signing_day", key: ["account_id", "person_id", "day"] },
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

const identifierTables = ["psu_identifier", "corporate_identifier"];

/**
 * The tables from which a deletion removes the rows of a world, in this order. The ids of people
 * and agreements stay, since a PSU-ID never changes.
 */
export const deletedBankTables: readonly WorldTable[] = [
  {
    name: "request",
    key: ["tpp_id", "request_id"],
    where: "tpp_id in (select tpp_id from tpp where world_id = ?)",
  },
  { name: "own_visit", key: ["cookie_hash"] },
  { name: "app_challenge", key: ["challenge_id"] },
  ...bankWorldTables.filter(({ name }) => !identifierTables.includes(name)),
];

/**
 * Deletes everything the bank stores about a world: payments, baskets, consents, sessions, SCAs,
 * batches and the responses stored for repeated requests.
 */
export const deleteWorldData = (storage: Storage, worldId: WorldId): Promise<void> =>
  storage.write(function* () {
    yield* run(...deletedBankTables.map((table) => deleteWorldRows(table, worldId)));
  });
