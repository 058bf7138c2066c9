import type { WorldId } from "@varde/bank";
import { integer, optional, type RecordOf, table, text } from "@varde/storage";

export const worldTable = table("sandbox_world", {
  worldId: text<WorldId>(),
  name: text(),
  seed: integer,
  /** Time of the machine's clock, in epoch milliseconds. */
  openedAt: integer,
  clockOffsetMs: integer,
  clockFixedAt: optional(integer),
  clockEpoch: integer,
});

export const openedWorlds = worldTable.pick("worldId", "name", "seed", "openedAt");

/** An isolated sandbox bank with its own people, accounts, payments and clock. */
export interface World extends RecordOf<typeof openedWorlds> {}
