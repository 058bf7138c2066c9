import { NoRoomForWorld, type WorldId } from "@varde/bank";
import { countOf } from "@varde/protocol";
import { one, type Storage, sql, type Unit } from "@varde/storage";
import { useRecordedMs } from "./constants.ts";
import { deleteWorld } from "./delete-world.ts";
import type { SandboxLimits } from "./sandbox-limits.ts";

const minuteMs = 60_000;
const fullRetrySeconds = 600;

/**
 * Returns a function that makes room for one more world. If there are too many, it deletes the
 * oldest that nobody came back to: one without its own data that was used only in its first hour,
 * which is over. Throws `NoRoomForWorld` if there is none, or if too many were opened within a
 * minute.
 */
export const createRoomMaker = (
  storage: Storage,
  { worlds, worldsPerMinute }: Pick<SandboxLimits, "worlds" | "worldsPerMinute">,
  databaseNow: () => number,
): (() => Promise<void>) => {
  /** Worlds that may be opened now. */
  let room = worldsPerMinute;
  let at = databaseNow();
  const takeTurn = (): void => {
    const now = databaseNow();
    const gained = (Math.max(now - at, 0) * worldsPerMinute) / minuteMs;
    [room, at] = [Math.min(room + gained, worldsPerMinute), now];
    if (room < 1) {
      throw new NoRoomForWorld(
        `This sandbox opens at most ${countOf(worldsPerMinute, "world")} within a minute. ` +
          "Send the same request again shortly, or raise worldsPerMinute of the setting " +
          "sandboxLimits.",
        Math.ceil(((1 - room) * minuteMs) / worldsPerMinute / 1_000),
      );
    }
    room -= 1;
  };
  return async () => {
    takeTurn();
    while ((await storage.read(countWorlds)) >= worlds) {
      const unused = await storage.read(() => findUnused(databaseNow() - useRecordedMs));
      if (unused === undefined) {
        throw new NoRoomForWorld(
          `This sandbox has ${countOf(worlds, "world")}, and none was abandoned for an hour. ` +
            "Delete some, or raise worlds of the setting sandboxLimits.",
          fullRetrySeconds,
        );
      }
      await deleteWorld(storage, unused);
    }
  };
};

function* countWorlds(): Unit<number> {
  const row = yield* one<{ count: bigint }>(sql`select count(*) as count from sandbox_world`);
  return Number(row?.count ?? 0n);
}

function* findUnused(openedBefore: number): Unit<WorldId | undefined> {
  const row = yield* one<{ world_id: WorldId }>(
    sql`select world_id from sandbox_world
      where is_deleting = 1
        or is_copied = 0 and last_used_at = opened_at and opened_at < ${openedBefore}
      order by is_deleting desc, opened_at, world_id limit 1`,
  );
  return row?.world_id;
}
