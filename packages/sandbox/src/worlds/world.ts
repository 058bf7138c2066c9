import type { WorldId } from "@varde/bank";
import { flag, integer, optional, type RecordOf, table, text } from "@varde/storage";

export const worldTable = table("sandbox_world", {
  worldId: text<WorldId>(),
  name: text(),
  seed: integer,
  /** Time of the machine's clock, in epoch milliseconds. */
  openedAt: integer,
  clockOffsetMs: integer,
  clockFixedAt: optional(integer),
  clockEpoch: integer,
  /** Whether the world has its own copy of the initial data set. */
  isCopied: flag,
  /** Whether a deletion has begun; it may be continued by any process. */
  isDeleting: flag,
  /** Time of the machine's clock, up to an hour before the last use. */
  lastUsedAt: integer,
});

export const openedWorlds = worldTable.pick(
  "worldId",
  "name",
  "seed",
  "openedAt",
  "lastUsedAt",
  "isCopied",
);

/** An isolated sandbox bank with its own people, accounts, payments and clock. */
export interface World extends RecordOf<typeof openedWorlds> {}
