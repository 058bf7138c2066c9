import type { WorldId } from "@varde/bank";
import { forUpdate, one, sql, type Unit } from "@varde/storage";

/**
 * Serialises changes to the people and accounts of a world. Without the lock, two transactions on
 * PostgreSQL could both find that a number is free, or that an owner exists.
 */
export function* lockWorld(worldId: WorldId): Unit<void> {
  yield* one(sql`select world_id from sandbox_world where world_id = ${worldId} ${forUpdate}`);
}
