import { deletedBankTables, type WorldId } from "@varde/bank";
import { ledgerWorldTables } from "@varde/ledger";
import {
  all,
  deleteSomeWorldRows,
  deleteWorldRows,
  forUpdate,
  one,
  run,
  type Storage,
  sql,
  type Unit,
  type WorldTable,
} from "@varde/storage";
import { directoryWorldTables } from "../directory/directory-tables.ts";
import { historyWorldTables } from "../history/history-store.ts";
import { rowsPerDeletion } from "./constants.ts";

/** Every table with rows of a world, in the order of deletion. Accounts come last. */
const deletedTables: readonly WorldTable[] = [
  ...deletedBankTables,
  { name: "sandbox_scenario", key: ["scenario_id"] },
  { name: "sandbox_snapshot", key: ["name"] },
  { name: "sandbox_request_facts", key: ["first_number"] },
  ...historyWorldTables,
  ...directoryWorldTables.toReversed(),
  ...ledgerWorldTables.toReversed(),
];

/**
 * Deletes a world and its TPPs in small units. It may stop anywhere and be continued by any
 * process. PSU-IDs stay: a TPP that comes back gets a new world, with the PSU-IDs it knows. Returns
 * false if there is no such world, or if it was used since an instant.
 */
export async function deleteWorld(
  storage: Storage,
  worldId: WorldId,
  {
    unusedSince = Number.MAX_SAFE_INTEGER,
    stopping,
  }: { readonly unusedSince?: number; readonly stopping?: AbortSignal } = {},
): Promise<boolean> {
  const [marked] = await storage.write(() =>
    run(sql`update sandbox_world set is_deleting = 1, is_copied = 0 where world_id = ${worldId}
      and (is_deleting = 1 or last_used_at < ${unusedSince} and opened_at < ${unusedSince})`),
  );
  if (marked !== 1n) return false;
  for (const table of deletedTables) {
    for (let deleted = rowsPerDeletion; deleted === rowsPerDeletion; ) {
      if (stopping?.aborted) return true;
      deleted = await storage.write(() => deleteSome(table, worldId));
    }
  }
  await storage.write(() => finishDeletion(worldId));
  return true;
}

/** Lists the worlds that were not used since an instant, and those whose deletion was begun. */
export const listDeletable = (storage: Storage, unusedSince: number): Promise<readonly WorldId[]> =>
  storage.read(function* () {
    const rows = yield* all<{ world_id: WorldId }>(
      sql`select world_id from sandbox_world where is_deleting = 1
        or last_used_at < ${unusedSince} and opened_at < ${unusedSince} order by last_used_at`,
    );
    return rows.map(({ world_id }) => world_id);
  });

/** Returns the number of deleted rows: 0 if another process has completed the deletion. */
function* deleteSome(table: WorldTable, worldId: WorldId): Unit<number> {
  if (!(yield* isDeleting(worldId))) return 0;
  const [deleted] = yield* run(deleteSomeWorldRows(table, worldId, rowsPerDeletion));
  return Number(deleted);
}

/** Deletes what was written while the deletion ran, the TPPs and the world. */
function* finishDeletion(worldId: WorldId): Unit<void> {
  if (!(yield* isDeleting(worldId))) return;
  // Waits for a unit that adds rows of a world only while it has a TPP, and sees its rows.
  yield* all(sql`select tpp_id from tpp where world_id = ${worldId} ${forUpdate}`);
  yield* run(
    ...deletedTables.map((table) => deleteWorldRows(table, worldId)),
    sql`delete from tpp where world_id = ${worldId}`,
    sql`delete from sandbox_world where world_id = ${worldId}`,
  );
}

/** Locks the world, so that it is not opened again between the check and the deletion. */
function* isDeleting(worldId: WorldId): Unit<boolean> {
  const world = yield* one<{ is_deleting: bigint }>(
    sql`select is_deleting from sandbox_world where world_id = ${worldId} ${forUpdate}`,
  );
  return world?.is_deleting === 1n;
}
