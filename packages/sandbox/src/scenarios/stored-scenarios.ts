import type { Ids, WorldId } from "@varde/bank";
import type { Scenario } from "@varde/protocol";
import {
  type Awaitable,
  integer,
  json,
  named,
  one,
  type RecordOf,
  run,
  type Storage,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";

const scenarioTable = table("sandbox_scenario", {
  worldId: text<WorldId>(),
  scenarioId: text(),
  scenario: named("definition", json<Scenario>()),
  matched: integer,
});
const storedScenarios = scenarioTable.pick("scenarioId", "scenario", "matched");

/** A scenario of a world, with the number of times it matched. */
export interface StoredScenario extends RecordOf<typeof storedScenarios> {}

/** Scenarios that were added to a world with the control API. */
export interface StoredScenarios {
  list(worldId: WorldId): Awaitable<readonly StoredScenario[]>;
  add(worldId: WorldId, scenario: Scenario): Promise<string>;
  remove(worldId: WorldId, scenarioId: string): Promise<boolean>;
  clear(worldId: WorldId): Promise<void>;
  /** Counts a match and returns the new number of matches. */
  countMatch(worldId: WorldId, scenarioId: string): Promise<number>;
}

/** Maximum age of cached scenarios, because other processes may add some. */
const cachedMs = 250;

export const createStoredScenarios = (parts: {
  readonly storage: Storage;
  readonly ids: Pick<Ids, "newId">;
  readonly databaseNow: () => number;
}): StoredScenarios => {
  const { storage, ids, databaseNow } = parts;
  const cached = new Map<
    string,
    { readonly at: number; readonly scenarios: readonly StoredScenario[] }
  >();
  const change = async <T>(worldId: WorldId, unit: () => Unit<T>): Promise<T> => {
    const done = await storage.write(unit);
    cached.delete(worldId);
    return done;
  };
  const readAgain = async (worldId: WorldId): Promise<readonly StoredScenario[]> => {
    const scenarios = await storage.read(() => listScenarios(worldId));
    cached.set(worldId, { at: databaseNow(), scenarios });
    return scenarios;
  };
  return {
    list: (worldId) => {
      const known = cached.get(worldId);
      const isFresh = storage.engine === "sqlite" || databaseNow() - (known?.at ?? 0) < cachedMs;
      return known !== undefined && isFresh ? known.scenarios : readAgain(worldId);
    },
    add: async (worldId, scenario) => {
      const scenarioId = ids.newId();
      const record = { worldId, scenarioId, scenario, matched: 0 };
      await change(worldId, () => run(scenarioTable.insert(record)));
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

const listScenarios = (worldId: WorldId): Unit<readonly StoredScenario[]> =>
  storedScenarios.all(
    sql`select ${storedScenarios.columns} from sandbox_scenario
      where world_id = ${worldId} order by scenario_id`,
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
