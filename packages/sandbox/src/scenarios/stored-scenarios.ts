import type { Ids, WorldId } from "@varde/bank";
import type { Scenario } from "@varde/protocol";
import { type Awaitable, all, one, run, type Storage, sql, type Unit } from "@varde/storage";

/** A scenario of a world, with the number of times it matched. */
export interface StoredScenario {
  readonly scenarioId: string;
  readonly scenario: Scenario;
  readonly matched: number;
}

/** Scenarios that were added to a world with the control API. */
export interface StoredScenarios {
  list(worldId: WorldId): Awaitable<readonly StoredScenario[]>;
  add(worldId: WorldId, scenario: Scenario): Promise<string>;
  remove(worldId: WorldId, scenarioId: string): Promise<boolean>;
  clear(worldId: WorldId): Promise<void>;
  /** Counts a match and returns the new number of matches. */
  countMatch(worldId: WorldId, scenarioId: string): Promise<number>;
}

interface ScenarioRow {
  readonly scenario_id: string;
  readonly definition: string;
  readonly matched: bigint;
}

/** Maximum age of cached scenarios, because other processes may add some. */
const cachedMs = 250;

export const createStoredScenarios = (parts: {
  readonly storage: Storage;
  readonly ids: Pick<Ids, "newId">;
  readonly machineNow: () => number;
}): StoredScenarios => {
  const { storage, ids, machineNow } = parts;
  const cached = new Map<string, { readonly at: number; readonly scenarios: StoredScenario[] }>();
  const change = async <T>(worldId: WorldId, unit: () => Unit<T>): Promise<T> => {
    const done = await storage.write(unit);
    cached.delete(worldId);
    return done;
  };
  const readAgain = async (worldId: WorldId): Promise<readonly StoredScenario[]> => {
    const rows = await storage.read(() => listRows(worldId));
    const scenarios = rows.map((row) => ({
      scenarioId: row.scenario_id,
      scenario: JSON.parse(row.definition) as Scenario,
      matched: Number(row.matched),
    }));
    cached.set(worldId, { at: machineNow(), scenarios });
    return scenarios;
  };
  return {
    list: (worldId) => {
      const known = cached.get(worldId);
      const isFresh = storage.engine === "sqlite" || machineNow() - (known?.at ?? 0) < cachedMs;
      return known !== undefined && isFresh ? known.scenarios : readAgain(worldId);
    },
    add: async (worldId, scenario) => {
      const scenarioId = ids.newId();
      await change(worldId, () => insertRow(worldId, scenarioId, JSON.stringify(scenario)));
      return scenarioId;
    },
    remove: async (worldId, scenarioId) => {
      const [removed] = await change(worldId, () => deleteRow(worldId, scenarioId));
      return removed === 1n;
    },
    clear: async (worldId) => {
      await change(worldId, () =>
        run(sql`delete from sandbox_scenario where world_id = ${worldId}`),
      );
    },
    countMatch: (worldId, scenarioId) => change(worldId, () => countRow(worldId, scenarioId)),
  };
};

const listRows = (worldId: WorldId) =>
  all<ScenarioRow>(
    sql`select scenario_id, definition, matched from sandbox_scenario
      where world_id = ${worldId} order by scenario_id`,
  );

const insertRow = (worldId: WorldId, scenarioId: string, definition: string) =>
  run(
    sql`insert into sandbox_scenario (world_id, scenario_id, definition, matched)
      values (${worldId}, ${scenarioId}, ${definition}, 0)`,
  );

const deleteRow = (worldId: WorldId, scenarioId: string) =>
  run(
    sql`delete from sandbox_scenario where world_id = ${worldId} and scenario_id = ${scenarioId}`,
  );

function* countRow(worldId: WorldId, scenarioId: string) {
  const row = yield* one<{ matched: bigint }>(
    sql`update sandbox_scenario set matched = matched + 1
      where world_id = ${worldId} and scenario_id = ${scenarioId} returning matched`,
  );
  return Number(row?.matched ?? 0n);
}
