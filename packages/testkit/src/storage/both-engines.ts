import { after, before, describe } from "node:test";
import { type Engine, type Migration, openStorage, type Storage } from "@varde/storage";
import { freshDatabase } from "../postgres/postgres.ts";

/**
 * Defines the same tests for each engine, on an empty database after the migrations. The storage
 * exists only while tests run, so tests get a function that returns it.
 */
export function onBothEngines(
  migrations: readonly Migration[],
  define: (storage: () => Storage, engine: Engine) => void,
): void {
  for (const engine of ["sqlite", "postgres"] as const) {
    describe(`on ${engine}`, () => {
      let storage: Storage | undefined;
      let close = async () => {};
      before(async () => {
        ({ storage, close } = await openEmpty(engine, migrations));
      });
      after(() => close());
      define(() => {
        if (storage === undefined) throw new Error("The storage is open only inside a test.");
        return storage;
      }, engine);
    });
  }
}

async function openEmpty(engine: Engine, migrations: readonly Migration[]) {
  if (engine === "sqlite") {
    const storage = await openStorage({ location: { engine, memory: true }, migrations });
    return { storage, close: () => storage.close() };
  }
  const database = await freshDatabase();
  const storage = await openStorage({ location: { engine, url: database.url }, migrations });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
}
