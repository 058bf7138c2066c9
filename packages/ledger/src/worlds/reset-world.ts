import { run, type Storage } from "@varde/storage";
import { copyStatements } from "./copy-world.ts";
import { deleteStatements } from "./delete-world.ts";

/**
 * Replaces a world with a fresh copy of another in one unit, so that readers never see it empty.
 */
export function resetWorld(storage: Storage, worldId: string, from: string): Promise<void> {
  return storage.write(function* () {
    yield* run(...deleteStatements(worldId), ...copyStatements(from, worldId));
  });
}
