import assert from "node:assert/strict";
import type { Clock, WorldId } from "@varde/bank";
import {
  type Awaitable,
  andThen,
  type RecordOf,
  run,
  type Statement,
  type Storage,
  sql,
} from "@varde/storage";
import { worldTable } from "./world.ts";

/** A reading of a world's clock. */
export interface ClockReading {
  readonly nowMs: number;
  /** Number of times the clock was set back; distinguishes instants that occur twice. */
  readonly epoch: number;
  /** Whether the clock is stopped. */
  readonly isFixed: boolean;
  /** Distance ahead of the database's clock; meaningless while the clock is fixed. */
  readonly offsetMs: number;
}

/** A clock per world that can be set and advanced. */
export interface WorldClock extends Clock {
  readClock(worldId: WorldId): Promise<ClockReading>;
  /** Returns undefined if there is no such world. */
  findClock(worldId: WorldId): Promise<ClockReading | undefined>;
  /** Sets the clock, which then runs on or stays fixed. */
  setClock(worldId: WorldId, toMs: number, motion: "running" | "fixed"): Promise<ClockReading>;
  advanceClock(worldId: WorldId, byMs: number): Promise<ClockReading>;
  /** Resets the clock to the database's time. */
  releaseClock(worldId: WorldId): Promise<ClockReading>;
  /** Sets the clock to that of the world at another bank of this machine. */
  copyClock(worldId: WorldId, other: ClockReading): Promise<ClockReading>;
}

const clockSettings = worldTable.pick("clockOffsetMs", "clockFixedAt", "clockEpoch");
interface ClockSettings extends RecordOf<typeof clockSettings> {}

const realTime: ClockSettings = { clockOffsetMs: 0, clockFixedAt: undefined, clockEpoch: 0 };

export function createWorldClock(storage: Storage, machineNow = () => Date.now()): WorldClock {
  const clocks = storage.createReadCache<ClockSettings | undefined>({
    name: "world clocks",
    entriesMax: 10_000,
    groups: [{ table: "sandbox_world", key: ["world_id"] }],
  });
  const find = (worldId: WorldId): Awaitable<ClockSettings | undefined> =>
    clocks.read([worldId], () => readSettings(worldId));
  const read = (worldId: WorldId): Awaitable<ClockSettings> =>
    andThen(find(worldId), (settings) => settings ?? realTime);
  const change = async (worldId: WorldId, statement: Statement): Promise<ClockReading> => {
    const settings = await storage.write(function* () {
      yield* run(statement);
      return yield* readSettings(worldId);
    });
    assert(settings !== undefined, `There is no world ${worldId}.`);
    return toReading(settings, storage.now());
  };

  return {
    machineNow,
    now: (worldId) => andThen(read(worldId), (settings) => currentMs(settings, storage.now())),
    epoch: async (worldId) => (await read(worldId)).clockEpoch,
    readClock: async (worldId) => toReading(await read(worldId), storage.now()),
    findClock: async (worldId) => {
      const settings = await find(worldId);
      return settings && toReading(settings, storage.now());
    },
    setClock: (worldId, toMs, motion) =>
      change(worldId, moveClock(worldId, storage.now(), toMs, motion)),
    advanceClock: (worldId, byMs) => {
      assert(byMs >= 0, "a clock can only be advanced forwards");
      return change(
        worldId,
        sql`update sandbox_world
          set clock_offset_ms = clock_offset_ms + ${byMs},
            clock_fixed_at = clock_fixed_at + ${byMs}
          where world_id = ${worldId}`,
      );
    },
    releaseClock: (worldId) => {
      const now = storage.now();
      return change(worldId, moveClock(worldId, now, now, "running"));
    },
    copyClock: (worldId, { isFixed, nowMs, offsetMs }) => {
      const now = storage.now();
      const [toMs, motion] = isFixed
        ? ([nowMs, "fixed"] as const)
        : ([now + offsetMs, "running"] as const);
      return change(worldId, moveClock(worldId, now, toMs, motion));
    },
  };
}

const readSettings = (worldId: WorldId) =>
  clockSettings.one(
    sql`select ${clockSettings.columns} from sandbox_world where world_id = ${worldId}`,
  );

/** Sets the clock in one statement, so that concurrent calls that set it back are both counted. */
const moveClock = (
  worldId: WorldId,
  databaseMs: number,
  toMs: number,
  motion: "running" | "fixed",
) =>
  sql`update sandbox_world
    set clock_epoch = clock_epoch + case
        when coalesce(clock_fixed_at, clock_offset_ms + ${databaseMs}) > ${toMs} then 1 else 0 end,
      clock_offset_ms = ${toMs - databaseMs},
      clock_fixed_at = ${motion === "fixed" ? toMs : null}
    where world_id = ${worldId}`;

const currentMs = ({ clockFixedAt, clockOffsetMs }: ClockSettings, databaseMs: number): number =>
  clockFixedAt ?? databaseMs + clockOffsetMs;

const toReading = (settings: ClockSettings, databaseMs: number): ClockReading => ({
  nowMs: currentMs(settings, databaseMs),
  epoch: settings.clockEpoch,
  isFixed: settings.clockFixedAt !== undefined,
  offsetMs: settings.clockOffsetMs,
});
