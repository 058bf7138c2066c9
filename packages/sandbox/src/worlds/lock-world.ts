import { forUpdate, one, sql, type Unit } from "@varde/storage";

/**
 * The people and accounts of a world come and go one at a time: on PostgreSQL two who look whether
 * a number is free, or whether an owner is there, would else both find it so.
 */
export function* lockWorld(worldId: string): Unit<void> {
  yield* one(sql`select world_id from sandbox_world where world_id = ${worldId} ${forUpdate}`);
}
