import { deleteWorldRows, run, type Storage, type WorldTable } from "@varde/storage";
import type { WorldId } from "../../ports/ids.ts";
import { bankWorldTables } from "./bank-world-tables.ts";

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
