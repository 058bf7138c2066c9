import { bankWorldTables, type TppId, type WorldId } from "@varde/bank";
import { ledgerWorldTables } from "@varde/ledger";
import { Invalid, isInvalid } from "@varde/protocol";
import {
  all,
  deleteWorldRows,
  one,
  type Row,
  run,
  StatementFailed,
  type Storage,
  sql,
  type Unit,
  type WorldTable,
} from "@varde/storage";
import { directoryWorldTables } from "../directory/directory-tables.ts";
import { historyWorldTables } from "../history/history-store.ts";
import type { WorldData } from "../world-data.ts";
import { boundClock } from "../worlds/clock-bounds.ts";
import { lockWorld } from "../worlds/lock-world.ts";
import {
  formatSnapshot,
  parseSnapshot,
  type Snapshot,
  type SnapshotClock,
} from "./snapshot-text.ts";
import { insertWorldRow, readWorldRows } from "./world-rows.ts";

/** Saves and restores snapshots of worlds, each under a name in its own world. */
export interface WorldSnapshots {
  list(worldId: WorldId): Promise<readonly { readonly name: string; readonly savedAt: number }[]>;
  save(worldId: WorldId, name: string): Promise<void>;
  remove(worldId: WorldId, name: string): Promise<boolean>;
  /** Returns the whole world as JSON; equal worlds give equal text. */
  exportWorld(worldId: WorldId): Promise<string>;
  readSaved(worldId: WorldId, name: string): Promise<string | undefined>;
  /** Replaces the world with the snapshot in the text. */
  importWorld(worldId: WorldId, text: string): Promise<undefined | Invalid>;
}

const ownTables = [...directoryWorldTables, ...historyWorldTables, ...ledgerWorldTables];
const tables = [...ownTables, ...bankWorldTables];

export const createWorldSnapshots = (parts: {
  readonly storage: Storage;
  readonly machineNow: () => number;
  readonly copyDataSet: WorldData["copyDataSet"];
  /** Called after a world was replaced, to clear caches. */
  readonly onRestored: (worldId: WorldId) => void;
}): WorldSnapshots => {
  const { storage, machineNow, copyDataSet, onRestored } = parts;
  const exportWorld = async (worldId: WorldId) => {
    await copyDataSet(worldId);
    return formatSnapshot(await storage.readAtOnce(() => readWorld(worldId)));
  };
  const storeText = (worldId: WorldId, name: string, content: string) =>
    storage.write(() => run(upsertSnapshot(worldId, name, machineNow(), content)));
  return {
    list: async (worldId) => {
      const rows = await storage.read(() =>
        all<{ name: string; saved_at: bigint }>(
          sql`select name, saved_at from sandbox_snapshot where world_id = ${worldId}
            order by name`,
        ),
      );
      return rows.map((row) => ({ name: row.name, savedAt: Number(row.saved_at) }));
    },
    save: async (worldId, name) => {
      await storeText(worldId, name, await exportWorld(worldId));
    },
    remove: async (worldId, name) => {
      const [removed] = await storage.write(() =>
        run(sql`delete from sandbox_snapshot where world_id = ${worldId} and name = ${name}`),
      );
      return removed === 1n;
    },
    exportWorld,
    readSaved: async (worldId, name) => {
      const row = await storage.read(() =>
        one<{ content: string }>(
          sql`select content from sandbox_snapshot
            where world_id = ${worldId} and name = ${name}`,
        ),
      );
      return row?.content;
    },
    importWorld: async (worldId, text) => {
      const snapshot = parseSnapshot(text);
      if (isInvalid(snapshot)) return snapshot;
      const clock = clockFits(snapshot.clock, machineNow());
      if (isInvalid(clock)) return clock;
      const done = await restore(worldId, snapshot, storage);
      if (!isInvalid(done)) onRestored(worldId);
      return done;
    },
  };
};

const clockFits = ({ fixedAt, offsetMs }: SnapshotClock, machineMs: number): number | Invalid => {
  const bound = boundClock(fixedAt ?? machineMs + offsetMs, machineMs);
  return isInvalid(bound)
    ? new Invalid(`the snapshot's clock is out of range: ${bound.reason}`)
    : bound;
};

const upsertSnapshot = (worldId: WorldId, name: string, at: number, content: string) =>
  sql`insert into sandbox_snapshot (world_id, name, saved_at, content)
    values (${worldId}, ${name}, ${at}, ${content})
    on conflict (world_id, name) do update set saved_at = excluded.saved_at,
      content = excluded.content`;

interface ClockColumns {
  readonly clock_epoch: bigint;
  readonly clock_fixed_at: bigint | null;
  readonly clock_offset_ms: bigint;
}

function* readWorld(worldId: WorldId): Unit<Snapshot> {
  const clock = yield* one<ClockColumns>(
    sql`select clock_epoch, clock_fixed_at, clock_offset_ms from sandbox_world
      where world_id = ${worldId}`,
  );
  const tpps = yield* listWorldTpps(worldId);
  const read: Record<string, readonly Row[]> = {};
  for (const table of tables) read[table.name] = yield* readWorldRows(table, worldId);
  const fixedAt = clock?.clock_fixed_at ?? null;
  return {
    clock: {
      epoch: Number(clock?.clock_epoch ?? 0n),
      fixedAt: fixedAt === null ? null : Number(fixedAt),
      // The offset of a fixed clock depends on when it was set, so it is not part of the world.
      offsetMs: fixedAt === null ? Number(clock?.clock_offset_ms ?? 0n) : 0,
    },
    tpps,
    tables: read,
  };
}

function* listWorldTpps(worldId: WorldId): Unit<Snapshot["tpps"]> {
  const rows = yield* all<{ tpp_id: TppId; identifier: string }>(
    sql`select tpp_id, identifier from tpp where world_id = ${worldId} order by identifier`,
  );
  return rows.map((row) => ({ tppId: row.tpp_id, identifier: row.identifier }));
}

/** Number of attempts of a restore that conflicts with other work in the world. */
const restoreAttemptsMax = 5;

/** Restores in one unit: no reader sees half a world, and a failure leaves the old one intact. */
const restore = async (
  worldId: WorldId,
  snapshot: Snapshot,
  storage: Storage,
): Promise<undefined | Invalid> => {
  const known = new Map(tables.map((table) => [table.name, table]));
  const unknown = Object.keys(snapshot.tables).find((name) => !known.has(name));
  if (unknown !== undefined) return new Invalid(`the snapshot has an unknown table ${unknown}`);
  const missing = tables.find(({ name }) => snapshot.tables[name] === undefined);
  if (missing !== undefined) return new Invalid(`the snapshot has no table ${missing.name}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await storage.write(() => replaceWorld(worldId, snapshot, known));
      return undefined;
    } catch (error) {
      const isRefused = error instanceof StatementFailed || /has no column/.test(String(error));
      if (!isRefused) throw error;
      // On PostgreSQL a batch of the old world may have inserted a key; a retry deletes it first.
      if (storage.engine === "postgres" && attempt < restoreAttemptsMax) continue;
      return new Invalid(
        "the snapshot cannot be restored: it is of another version, or its payments exist in " +
          "another world",
      );
    }
  }
};

function* replaceWorld(
  worldId: WorldId,
  { clock, tpps, tables: saved }: Snapshot,
  known: ReadonlyMap<string, WorldTable>,
): Unit<void> {
  yield* lockWorld(worldId);
  const rename = renaming(tpps, yield* listWorldTpps(worldId));
  yield* run(
    ...bankWorldTables.map((table) => deleteWorldRows(table, worldId)),
    ...ownTables.map((table) => deleteWorldRows(table, worldId)),
    sql`delete from own_visit where world_id = ${worldId}`,
    sql`delete from app_challenge where world_id = ${worldId}`,
    sql`delete from request where tpp_id in (select tpp_id from tpp where world_id = ${worldId})`,
    sql`update sandbox_world set clock_epoch = ${clock.epoch}, clock_fixed_at = ${clock.fixedAt},
        clock_offset_ms = ${clock.offsetMs}, is_copied = 1
      where world_id = ${worldId}`,
  );
  for (const [name, rows] of Object.entries(saved)) {
    const table = known.get(name);
    if (table === undefined || rows.length === 0) continue;
    yield* run(...rows.map((row) => insertWorldRow(table, worldId, rename(row))));
  }
}

/** Maps the ids of the snapshot's TPPs to those of the same TPPs in this bank. */
const renaming = (saved: Snapshot["tpps"], here: Snapshot["tpps"]) => {
  const ids = new Map<string, string>();
  for (const { tppId, identifier } of saved) {
    const same = here.find((tpp) => tpp.identifier === identifier);
    const only = saved.length === 1 && here.length === 1 ? here[0] : undefined;
    ids.set(tppId, (same ?? only)?.tppId ?? tppId);
  }
  return (row: Row): Row => {
    const renamed: Record<string, Row[string]> = { ...row };
    for (const column of ["tpp_id", "actor"]) {
      const value = row[column];
      if (typeof value === "string") renamed[column] = ids.get(value) ?? value;
    }
    return renamed;
  };
};
