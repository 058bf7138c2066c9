import type { WorldId } from "@varde/bank";
import { worldReset } from "@varde/ledger";
import { forUpdate, one, run, StatementFailed, type Storage, sql, type Unit } from "@varde/storage";
import { clearDirectory, copyDirectory } from "../directory/directory-tables.ts";
import { deleteHistoryMark } from "../history/history-store.ts";
import { copyAttemptsMax } from "./constants.ts";

/** Copies a template into a world in place of its data: if it has no copy yet, or in any case. */
export async function copyTemplate(
  storage: Storage,
  { worldId, from, when }: CopyToMake,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await storage.write(() => copyOnce(worldId, from, when), { isLong: true });
      return;
    } catch (error) {
      // A payment in the world may have inserted a row with the key of a copied one.
      if (!(error instanceof StatementFailed) || attempt === copyAttemptsMax) throw error;
    }
  }
}

export interface CopyToMake {
  readonly worldId: WorldId;
  readonly from: WorldId;
  readonly when: "missing" | "always";
}

function* copyOnce(worldId: WorldId, from: WorldId, when: CopyToMake["when"]): Unit<void> {
  const world = yield* one<{ is_copied: bigint; is_deleting: bigint }>(
    sql`select is_copied, is_deleting from sandbox_world where world_id = ${worldId} ${forUpdate}`,
  );
  if (world === undefined || world.is_deleting === 1n) return;
  if (when === "missing" && world.is_copied === 1n) return;
  yield* worldReset(worldId, from);
  yield* run(
    deleteHistoryMark(worldId),
    ...clearDirectory(worldId),
    ...copyDirectory(from, worldId),
    sql`update sandbox_world set is_copied = 1 where world_id = ${worldId}`,
  );
}
