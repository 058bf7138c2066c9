import type { Value } from "./sql.ts";

/** Describes a table whose rows belong to worlds, for code that copies a world out and in. */
export interface WorldTable {
  readonly name: string;
  /** The columns that order its rows. */
  readonly key: readonly string[];
  /** The condition for the rows of a world; by default, that `world_id` is its id. */
  readonly where?: string;
  /** Columns that belong to the machine and not to the world, with the values to store instead. */
  readonly machine?: Readonly<Record<string, Value>>;
}
