import type { WorldId } from "@varde/bank";
import { copyWorldRows, deleteWorldRows, type Statement } from "@varde/storage";
import { directoryWorldTables } from "./directory-tables.ts";

/** Copies the customers, agreements and engagements of a world into an empty one. */
export const copyDirectory = (from: WorldId, to: WorldId): readonly Statement[] =>
  directoryWorldTables.map((table) => copyWorldRows(table, from, to));

/** Deletes the customers, agreements and engagements of a world. */
export const clearDirectory = (worldId: WorldId): readonly Statement[] =>
  directoryWorldTables.toReversed().map((table) => deleteWorldRows(table, worldId));
