import { after, before, describe } from "node:test";
import {
  type Engine,
  type Migration,
  openStorage,
  type Storage,
  type StorageLocation,
} from "@varde/storage";
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

/**
 * Defines the same tests for each engine. `open` receives an empty database and a stack for what it
 * opens; everything on the stack is closed after the tests, or at once when `open` fails. The
 * opened thing exists only while tests run, so tests get a function that returns it.
 */
export const onEachEngine = <T>(
  open: (database: EmptyDatabase, stack: AsyncDisposableStack) => Promise<T>,
  define: (opened: () => T, engine: Engine) => void,
): void => {
  for (const engine of engines) {
    describe(`on ${engine}`, () => {
      let opened: { readonly value: T; readonly stack: AsyncDisposableStack } | undefined;
      before(async () => {
        await using stack = new AsyncDisposableStack();
        const value = await open(stack.use(await anEmptyDatabase(engine)), stack);
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

/** Defines the same tests for each engine, on an empty database after the migrations. */
export const onBothEngines = (
  migrations: readonly Migration[],
  define: (storage: () => Storage, engine: Engine) => void,
): void =>
  onEachEngine(async ({ location }, stack) => {
    const storage = await openStorage({ location, migrations });
    stack.defer(() => storage.close());
    return storage;
  }, define);
