import type { WorldId } from "@varde/bank";
import type { Scenario } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import { isTurn, matchesScenario, type ScenarioFacts } from "./match-scenario.ts";
import { type ScenarioStage, scenarioStage } from "./scenario.ts";
import { StandingScenarios } from "./standing-scenarios.ts";
import {
  createStoredScenarios,
  type StoredScenario,
  type StoredScenarios,
} from "./stored-scenarios.ts";

/** A scenario that acts: its effect, and its name or id. */
export interface ActingScenario {
  readonly effect: Scenario["effect"];
  readonly name: string;
}

/** The scenarios of each world: its own, and those that apply in every world. */
export interface Scenarios extends Omit<StoredScenarios, "countMatch"> {
  /** Returns whether any scenario of this stage could act; cheap, as every request checks it. */
  mayAct(worldId: WorldId, stage: ScenarioStage, operation?: string): Awaitable<boolean>;
  /** Returns whether any payment scenario has an account condition; looking up numbers is slow. */
  namesAccounts(worldId: WorldId): Promise<boolean>;
  /** Returns the first scenario that acts now; counts every match on the way. */
  actingOn(
    worldId: WorldId,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): Awaitable<ActingScenario | undefined>;
}

export const createScenarios = (
  parts: Parameters<typeof createStoredScenarios>[0] & {
    /** Scenarios for every world, from a file. */
    readonly everywhere: readonly Scenario[];
  },
): Scenarios => {
  const { countMatch, ...stored } = createStoredScenarios(parts);
  const standing = new StandingScenarios(parts.everywhere);
  const findOwn = async (
    worldId: WorldId,
    own: readonly StoredScenario[],
  ): Promise<ActingScenario | undefined> => {
    for (const { scenarioId, scenario } of own) {
      const { effect, name = scenarioId } = scenario;
      if (isTurn(scenario, await countMatch(worldId, scenarioId))) return { effect, name };
    }
    return undefined;
  };
  return {
    ...stored,
    mayAct: (worldId, stage, operation) =>
      standing.of(stage).some((scenario) => isAbout(scenario, operation)) ||
      andThen(stored.list(worldId), (own) =>
        own.some(({ scenario }) => scenarioStage(scenario) === stage),
      ),
    namesAccounts: async (worldId) => {
      const own = (await stored.list(worldId)).map(({ scenario }) => scenario);
      return [...standing.of("payment"), ...own].some(
        (one) => scenarioStage(one) === "payment" && one.match?.account !== undefined,
      );
    },
    actingOn: (worldId, stage, facts) =>
      andThen(stored.list(worldId), (all) => {
        const own = all.filter(
          ({ scenario }) => scenarioStage(scenario) === stage && matchesScenario(scenario, facts),
        );
        if (own.length === 0) return standing.actingOn(worldId, stage, facts);
        return findOwn(worldId, own).then(
          (acting) => acting ?? standing.actingOn(worldId, stage, facts),
        );
      }),
  };
};

const isAbout = ({ match }: Scenario, operation: string | undefined): boolean =>
  match?.operation === undefined || operation === undefined || match.operation === operation;
