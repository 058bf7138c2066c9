import type { Ids } from "@varde/bank";
import { all, one, run, type Storage, sql } from "@varde/storage";
import { magicScenarios } from "../data-set/magic-amounts.ts";
import { matchesScenario, type ScenarioFacts } from "./match-scenario.ts";
import { type Scenario, type ScenarioStage, stageOf } from "./scenario.ts";

/** A scenario of a world, with how often something has matched it. */
export interface KeptScenario {
  readonly scenarioId: string;
  readonly scenario: Scenario;
  readonly matched: number;
}

/** What is to go wrong in each world. */
export interface Scenarios {
  list(worldId: string): Promise<readonly KeptScenario[]>;
  add(worldId: string, scenario: Scenario): Promise<string>;
  remove(worldId: string, scenarioId: string): Promise<boolean>;
  clear(worldId: string): Promise<void>;
  /** Whether any scenario of this stage could act in the world; cheap, asked on every call. */
  mayAct(worldId: string, stage: ScenarioStage): boolean | Promise<boolean>;
  /** The effect of the first scenario whose turn it is; each that matches is counted. */
  effectOn(
    worldId: string,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): Promise<Scenario["effect"] | undefined>;
}

interface ScenarioRow {
  readonly scenario_id: string;
  readonly definition: string;
  readonly matched: bigint;
}

/** How long a process relies on what it has read while others may add scenarios. */
const rememberedMs = 250;

export const createScenarios = (parts: {
  readonly storage: Storage;
  readonly ids: Pick<Ids, "newId">;
  readonly machineNow: () => number;
  /** For every world, as from a file. */
  readonly everywhere: readonly Scenario[];
}): Scenarios => {
  const { storage, ids, machineNow } = parts;
  const remembered = new Map<string, { readonly at: number; readonly kept: KeptScenario[] }>();
  const countsOfFile = new Map<string, number>();

  const list = async (worldId: string): Promise<readonly KeptScenario[]> => {
    const known = remembered.get(worldId);
    const isFresh = storage.engine === "sqlite" || machineNow() - (known?.at ?? 0) < rememberedMs;
    if (known !== undefined && isFresh) return known.kept;
    const rows = await storage.read(() =>
      all<ScenarioRow>(
        sql`select scenario_id, definition, matched from sandbox_scenario
          where world_id = ${worldId} order by scenario_id`,
      ),
    );
    const kept = rows.map((row) => ({
      scenarioId: row.scenario_id,
      scenario: JSON.parse(row.definition) as Scenario,
      matched: Number(row.matched),
    }));
    remembered.set(worldId, { at: machineNow(), kept });
    return kept;
  };
  const change = async <T>(worldId: string, work: Promise<T>): Promise<T> => {
    const done = await work;
    remembered.delete(worldId);
    return done;
  };
  const countKept = (worldId: string, scenarioId: string) =>
    change(
      worldId,
      storage.write(() => countMatch(worldId, scenarioId)),
    );
  const countEverywhere = (worldId: string, at: number): number => {
    const key = `${at} ${worldId}`;
    const count = (countsOfFile.get(key) ?? 0) + 1;
    countsOfFile.set(key, count);
    return count;
  };
  const standing = (stage: ScenarioStage) =>
    [...parts.everywhere, ...magicScenarios].filter((one) => stageOf(one) === stage);
  const standingByStage = {
    call: standing("call"),
    approval: standing("approval"),
    payment: standing("payment"),
  };

  return {
    list,
    add: async (worldId, scenario) => {
      const scenarioId = ids.newId();
      const definition = JSON.stringify(scenario);
      await change(
        worldId,
        storage.write(() =>
          run(
            sql`insert into sandbox_scenario (world_id, scenario_id, definition, matched)
              values (${worldId}, ${scenarioId}, ${definition}, 0)`,
          ),
        ),
      );
      return scenarioId;
    },
    remove: async (worldId, scenarioId) => {
      const [removed] = await change(
        worldId,
        storage.write(() =>
          run(
            sql`delete from sandbox_scenario
              where world_id = ${worldId} and scenario_id = ${scenarioId}`,
          ),
        ),
      );
      return removed === 1n;
    },
    clear: async (worldId) => {
      await change(
        worldId,
        storage.write(() => run(sql`delete from sandbox_scenario where world_id = ${worldId}`)),
      );
    },
    mayAct: (worldId, stage) =>
      standingByStage[stage].length > 0 ||
      list(worldId).then((kept) => kept.some(({ scenario }) => stageOf(scenario) === stage)),
    effectOn: async (worldId, stage, facts) => {
      for (const { scenarioId, scenario } of await list(worldId)) {
        if (stageOf(scenario) !== stage || !matchesScenario(scenario, facts)) continue;
        if (isTurn(scenario, await countKept(worldId, scenarioId))) return scenario.effect;
      }
      for (const [at, scenario] of standingByStage[stage].entries()) {
        if (!matchesScenario(scenario, facts)) continue;
        if (isTurn(scenario, countEverywhere(worldId, at))) return scenario.effect;
      }
      return undefined;
    },
  };
};

function* countMatch(worldId: string, scenarioId: string) {
  const row = yield* one<{ matched: bigint }>(
    sql`update sandbox_scenario set matched = matched + 1
      where world_id = ${worldId} and scenario_id = ${scenarioId} returning matched`,
  );
  return Number(row?.matched ?? 0n);
}

/** The next matching call, once, unless the scenario says otherwise. */
const isTurn = ({ nth = 1, times = 1 }: Scenario, count: number): boolean =>
  count >= nth && (times === 0 || count < nth + times);
