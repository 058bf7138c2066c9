import { bankWorldTables, type TppId, type WorldId } from "@varde/bank";
import { ledgerWorldTables } from "@varde/ledger";
import { Invalid, isInvalid } from "@varde/protocol";
import {
  all,
  createYielder,
  deleteWorldRows,
  type Engine,
  one,
  run,
  type Statement,
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
import { belongsToWorld, renameTpps } from "./belongs-to-world.ts";
import { type ParsedSnapshot, parseSnapshot } from "./parse-snapshot.ts";
import {
  formatSnapshot,
  rowsPerPiece,
  type Snapshot,
  type SnapshotClock,
  type WorldRows,
} from "./snapshot-text.ts";
import { countWorldRows, prepareInsertion, readWorldRows } from "./world-rows.ts";

/** Saves and restores snapshots of worlds, each under a name in its own world. */
export interface WorldSnapshots {
  list(worldId: WorldId): Promise<readonly { readonly name: string; readonly savedAt: number }[]>;
  /** Refuses a world that could not be restored, or one snapshot too many. */
  save(worldId: WorldId, name: string): Promise<undefined | Invalid>;
  remove(worldId: WorldId, name: string): Promise<boolean>;
  /** Returns the whole world as JSON, if it could be imported; equal worlds give equal text. */
  exportWorld(worldId: WorldId): Promise<string | Invalid>;
  readSaved(worldId: WorldId, name: string): Promise<string | undefined>;
  /** Replaces the world with the snapshot in the text. */
  importWorld(worldId: WorldId, text: string): Promise<undefined | Invalid>;
}

const ownTables = [...directoryWorldTables, ...historyWorldTables, ...ledgerWorldTables];
const tables = new Map(
  [...ownTables, ...bankWorldTables].map((table): [string, WorldTable] => [table.name, table]),
);
const tableNames: ReadonlySet<string> = new Set(tables.keys());

const snapshotsPerWorldMax = 100;

export const createWorldSnapshots = (parts: {
  readonly storage: Storage;
  readonly databaseNow: () => number;
  readonly copyDataSet: WorldData["copyDataSet"];
  readonly rowsMax: number;
  /** Called after a world was replaced, to clear caches. */
  readonly onRestored: (worldId: WorldId) => void;
}): WorldSnapshots => {
  const { storage, databaseNow, copyDataSet, rowsMax, onRestored } = parts;
  const formatWorld = async (worldId: WorldId): Promise<string | Invalid> => {
    await copyDataSet(worldId);
    const read = () => readWorld(worldId, rowsMax);
    const snapshot = await storage.readAtOnce(read, { isLong: true });
    return isInvalid(snapshot) ? snapshot : formatSnapshot(snapshot);
  };
  const importWorld = async (worldId: WorldId, text: string): Promise<undefined | Invalid> => {
    const snapshot = await parseSnapshot(text, { tables: tableNames, rowsMax });
    if (isInvalid(snapshot)) return snapshot;
    const clock = clockFits(snapshot.clock, databaseNow());
    if (isInvalid(clock)) return clock;
    const done = await restore(worldId, snapshot, storage);
    if (!isInvalid(done)) onRestored(worldId);
    return done;
  };
  const oneAtATime = createQueue();
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
      const content = await formatWorld(worldId);
      if (isInvalid(content)) return content;
      const isLong = true;
      return storage.write(() => storeSnapshot(worldId, name, databaseNow(), content), { isLong });
    },
    remove: async (worldId, name) => {
      const [removed] = await storage.write(() =>
        run(sql`delete from sandbox_snapshot where world_id = ${worldId} and name = ${name}`),
      );
      return removed === 1n;
    },
    exportWorld: formatWorld,
    readSaved: async (worldId, name) => {
      const row = await storage.read(() =>
        one<{ content: string }>(
          sql`select content from sandbox_snapshot
            where world_id = ${worldId} and name = ${name}`,
        ),
      );
      return row?.content;
    },
    importWorld: (worldId, text) => oneAtATime(() => importWorld(worldId, text)),
  };
};

/** Returns a function that runs jobs one after the other: each may need much memory. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(job: () => Promise<T>): Promise<T> => {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
};

const clockFits = ({ fixedAt, offsetMs }: SnapshotClock, machineMs: number): number | Invalid => {
  const bound = boundClock(fixedAt ?? machineMs + offsetMs, machineMs);
  return isInvalid(bound)
    ? new Invalid(`the snapshot's clock is out of range: ${bound.reason}`)
    : bound;
};

function* storeSnapshot(
  worldId: WorldId,
  name: string,
  at: number,
  content: string,
): Unit<undefined | Invalid> {
  yield* lockWorld(worldId);
  const others = yield* one<{ count: bigint }>(
    sql`select count(*) as count from sandbox_snapshot
      where world_id = ${worldId} and name <> ${name}`,
  );
  if (Number(others?.count ?? 0n) >= snapshotsPerWorldMax) {
    return new Invalid(`the world has ${snapshotsPerWorldMax} snapshots; remove one first`);
  }
  yield* run(upsertSnapshot(worldId, name, at, content));
  return undefined;
}

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

/** Reads a world, unless it has too many rows, which are counted before they take memory. */
function* readWorld(worldId: WorldId, rowsMax: number): Unit<Snapshot | Invalid> {
  let count = 0;
  for (const table of tables.values()) count += yield* countWorldRows(table, worldId);
  if (count > rowsMax) {
    return new Invalid(
      `the world has ${count} rows, and a snapshot at most ${rowsMax}; raise snapshotRows of the ` +
        "setting sandboxLimits",
    );
  }
  const clock = yield* one<ClockColumns>(
    sql`select clock_epoch, clock_fixed_at, clock_offset_ms from sandbox_world
      where world_id = ${worldId}`,
  );
  const tpps = yield* listWorldTpps(worldId);
  const read: Record<string, WorldRows> = {};
  for (const [name, table] of tables) read[name] = yield* readWorldRows(table, worldId);
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
  snapshot: ParsedSnapshot,
  storage: Storage,
): Promise<undefined | Invalid> => {
  const refused = new Invalid(
    "the snapshot cannot be restored: it is of another version, or its payments or TPPs exist in " +
      "another world",
  );
  const rename = renameTpps(snapshot.tpps, await storage.read(() => listWorldTpps(worldId)));
  if (!(await storage.read(() => belongsToWorld(worldId, snapshot.tables, rename)))) return refused;
  const insertions = await prepareInsertions(worldId, snapshot, rename, storage.engine);
  if (insertions === undefined) return refused;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isLong = true;
      await storage.write(() => replaceWorld(worldId, snapshot.clock, insertions), { isLong });
      return undefined;
    } catch (error) {
      if (!(error instanceof StatementFailed)) throw error;
      // On PostgreSQL a batch of the old world may have inserted a key; a retry deletes it first.
      if (storage.engine !== "postgres" || attempt === restoreAttemptsMax) return refused;
    }
  }
};

/** Prepares every statement before the unit, in pieces, so that the unit itself is short. */
const prepareInsertions = async (
  worldId: WorldId,
  { tables: saved }: ParsedSnapshot,
  rename: ReturnType<typeof renameTpps>,
  engine: Engine,
): Promise<readonly (readonly Statement[])[] | undefined> => {
  const yieldToOthers = createYielder();
  const prepared: (readonly Statement[])[] = [];
  for (const [name, { columns, rows }] of saved) {
    const table = tables.get(name);
    const insert = table && prepareInsertion(table, worldId, columns, engine);
    if (insert === undefined) return undefined;
    for (let start = 0; start < rows.length; start += rowsPerPiece) {
      const piece = rows.slice(start, start + rowsPerPiece);
      prepared.push(insert(piece.map((values) => rename(columns, values))));
      await yieldToOthers();
    }
  }
  return prepared;
};

function* replaceWorld(
  worldId: WorldId,
  clock: SnapshotClock,
  insertions: readonly (readonly Statement[])[],
): Unit<void> {
  yield* lockWorld(worldId);
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
  for (const statements of insertions) yield* run(...statements);
}
