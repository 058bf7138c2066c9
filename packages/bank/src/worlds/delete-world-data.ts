import { deleteWorldRows, run, type Storage, sql } from "@varde/storage";
import type { WorldId } from "../ports/ids.ts";
import { bankWorldTables } from "./bank-world-tables.ts";

const identifierTables = ["psu_identifier", "corporate_identifier"];

/**
 * Deletes everything the bank stores about a world: payments, baskets, consents, sessions, SCAs,
 * batches and the responses stored for repeated requests. The ids of people and agreements stay,
 * since a PSU-ID never changes.
 */
export const deleteWorldData = (storage: Storage, worldId: WorldId): Promise<void> =>
  storage.write(function* () {
    const tables = bankWorldTables.filter(({ name }) => !identifierTables.includes(name));
    yield* run(
      sql`delete from request where tpp_id in (
        select tpp_id from tpp where world_id = ${worldId})`,
      sql`delete from own_visit where world_id = ${worldId}`,
      ...tables.map((table) => deleteWorldRows(table, worldId)),
    );
  });
