import type { Engine, StorageLocation } from "@varde/storage";
import { freshDatabase } from "../postgres/postgres.ts";

/** An empty database on one of the engines. Disposing of it drops it. */
export interface EmptyDatabase extends AsyncDisposable {
  readonly location: StorageLocation;
}

export const engines = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** Creates an empty database: on SQLite in memory, on PostgreSQL with a name of its own. */
export const anEmptyDatabase = async (engine: Engine): Promise<EmptyDatabase> => {
  if (engine === "sqlite") {
    return { location: { engine, memory: true }, [Symbol.asyncDispose]: async () => {} };
  }
  const database = await freshDatabase();
  return {
    location: { engine, url: database.url },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
};
