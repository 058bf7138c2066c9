import { after, before, describe } from "node:test";
import {
  type Engine,
  type Migration,
  openStorage,
  type Storage,
  type StorageLocation,
} from "@varde/storage";
import {
  checkNeighbourOn,
  type TemplateRows,
  templateOn,
} from "../neighbour/postgres-neighbour.ts";
import { sqliteImage } from "../neighbour/sqlite-neighbour.ts";
import { databaseFromTemplate, freshDatabase } from "../postgres/postgres.ts";

/** A database on one of the engines. Disposing of it drops it. */
export interface TestDatabase extends AsyncDisposable {
  readonly location: StorageLocation;
}

export const engines = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** Creates an empty database: on SQLite in memory, on PostgreSQL with a name of its own. */
export const anEmptyDatabase = async (engine: Engine): Promise<TestDatabase> => {
  if (engine === "sqlite") {
    return { location: { engine, memory: true }, [Symbol.asyncDispose]: async () => {} };
  }
  const database = await freshDatabase();
  return {
    location: { engine, url: database.url },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
};

/**
 * Creates a migrated database in which a neighbour lives: rows of another world for each table. A
 * statement that changes them fails the test, when the storage is closed on SQLite, and when the
 * database is dropped on PostgreSQL, which copies a template; that may have more rows.
 */
export const aMigratedDatabase = async (
  engine: Engine,
  migrations: readonly Migration[],
  rows?: TemplateRows,
): Promise<TestDatabase> => {
  if (engine === "sqlite") {
    const image = await sqliteImage(migrations);
    return { location: { engine, memory: true, image }, [Symbol.asyncDispose]: async () => {} };
  }
  const { url, drop } = await databaseFromTemplate((server) =>
    templateOn(server, migrations, rows),
  );
  const dispose = async () => {
    try {
      await checkNeighbourOn(url);
    } finally {
      await drop();
    }
  };
  return { location: { engine, url }, [Symbol.asyncDispose]: dispose };
};

/**
 * Defines the same tests for each engine. `open` receives a migrated database and a stack for what
 * it opens; everything on the stack is closed after the tests, or at once when `open` fails. The
 * opened thing exists only while tests run, so tests get a function that returns it.
 */
export const onEachEngine = <T>(
  migrations: readonly Migration[],
  open: (database: TestDatabase, stack: AsyncDisposableStack) => Promise<T>,
  define: (opened: () => T, engine: Engine) => void,
  rows?: TemplateRows,
): void => {
  for (const engine of engines) {
    describe(`on ${engine}`, () => {
      let opened: { readonly value: T; readonly stack: AsyncDisposableStack } | undefined;
      before(async () => {
        await using stack = new AsyncDisposableStack();
        const value = await open(
          stack.use(await aMigratedDatabase(engine, migrations, rows)),
          stack,
        );
        opened = { value, stack: stack.move() };
      });
      after(() => opened?.stack.disposeAsync());
      define(() => {
        if (opened === undefined)
          throw new Error("Call this inside a test; nothing is open before.");
        return opened.value;
      }, engine);
    });
  }
};

/** Defines the same tests for each engine, on a migrated database. */
export const onBothEngines = (
  migrations: readonly Migration[],
  define: (storage: () => Storage, engine: Engine) => void,
): void =>
  onEachEngine(
    migrations,
    async ({ location }, stack) => {
      const storage = await openStorage({ location, migrations });
      stack.defer(() => storage.close());
      return storage;
    },
    define,
  );
