import type { WorldId } from "@varde/bank";
import { type AccountDataProfile, accountDataProfiles } from "@varde/protocol";
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
  /** Names separated by commas; undefined for the profiles of the setting. */
  profiles: optional(text()),
});

export const openedWorlds = worldTable.pick(
  "worldId",
  "name",
  "seed",
  "openedAt",
  "lastUsedAt",
  "isCopied",
  "profiles",
);

/** An isolated sandbox bank with its own people, accounts, payments and clock. */
export interface World extends Omit<RecordOf<typeof openedWorlds>, "profiles"> {
  readonly profiles: readonly AccountDataProfile[];
}

/** Returns the profiles in the order in which they are declared. */
export const readProfileNames = (
  stored: string | undefined,
  standard: readonly AccountDataProfile[],
): readonly AccountDataProfile[] => {
  const names: readonly string[] = stored?.split(",") ?? standard;
  return accountDataProfiles.filter((name) => names.includes(name));
};
