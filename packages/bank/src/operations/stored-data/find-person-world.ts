import { all, type Storage, sql } from "@varde/storage";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";
import type { WorldId } from "../../ports/ids.ts";

/** Returns the world of a command: the given one, or the only one. */
export const findPersonWorld = async (
  storage: Storage,
  given: WorldId | undefined,
): Promise<WorldId> => {
  const rows = await storage.read(() =>
    all<{ world_id: WorldId }>(sql`select distinct world_id from tpp order by world_id`),
  );
  const worlds = rows.map(({ world_id }) => world_id);
  const [only, another] = worlds;
  if (given !== undefined) {
    if (worlds.includes(given)) return given;
    throw new ConfigurationRefused(`There is no world ${given}.`);
  }
  if (only === undefined) throw new ConfigurationRefused("No TPP has used this bank yet.");
  if (another !== undefined) {
    throw new ConfigurationRefused("This sandbox has several worlds; name one with --world.");
  }
  return only;
};
