import type { PersonId, WorldId } from "@varde/bank";
import { all, type Storage, sql } from "@varde/storage";

/** Returns the names of the people of a world by their ids. */
export const readPersonNames = async (
  storage: Storage,
  worldId: WorldId,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await storage.read(() =>
    all<{ person_id: PersonId; name: string }>(
      sql`select person_id, name from sandbox_person where world_id = ${worldId}`,
    ),
  );
  return new Map(rows.map(({ person_id, name }) => [person_id, name]));
};
