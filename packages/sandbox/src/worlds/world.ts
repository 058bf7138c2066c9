import type { WorldId } from "@varde/bank";

/** An isolated sandbox bank with its own people, accounts, payments and clock. */
export interface World {
  readonly worldId: WorldId;
  readonly name: string;
  readonly seed: number;
  /** Time of the machine's clock, in epoch milliseconds. */
  readonly openedAt: number;
}

export interface WorldRow {
  readonly world_id: string;
  readonly name: string;
  readonly seed: bigint;
  readonly opened_at: bigint;
}

export function toWorld(row: WorldRow): World {
  return {
    worldId: row.world_id,
    name: row.name,
    seed: Number(row.seed),
    openedAt: Number(row.opened_at),
  };
}
