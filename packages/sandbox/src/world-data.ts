import type { WorldId } from "@varde/bank";
import { type Awaitable, andThen } from "@varde/storage";

/** Where the people, accounts and transactions of a world are. */
export interface WorldData {
  /**
   * Returns the world to read them from: the initial data set, until the world has its own copy.
   */
  dataWorld(worldId: WorldId): Awaitable<WorldId>;
  /** Copies the initial data set into the world, unless it has a copy. Call it before a write. */
  copyDataSet(worldId: WorldId): Promise<void>;
}

type Read<A extends readonly unknown[], R> = (worldId: WorldId, ...rest: A) => R;

/** Returns a function that makes a read use the world that has the data. */
export const readFrom =
  ({ dataWorld }: Pick<WorldData, "dataWorld">) =>
  <A extends readonly unknown[], R>(read: Read<A, R>): Read<A, R> =>
  (worldId, ...rest) =>
    andThen(dataWorld(worldId), (from) => read(from, ...rest)) as R;
