import { perEngine, run, sql, type Unit } from "@varde/storage";
import type { PersonId, WorldId } from "../../ports/ids.ts";

/** Locks what waits in the app of a person until the unit ends, so that it can be counted. */
export function* lockApp(worldId: WorldId, personId: PersonId): Unit<void> {
  const key = `app ${worldId} ${personId}`;
  yield* run(
    perEngine({
      // SQLite has a single writer.
      sqlite: sql`select cast(${key} as text)`,
      postgres: sql`select cast(
        pg_advisory_xact_lock(hashtextextended(cast(${key} as text), 0)) as text)`,
    }),
  );
}
