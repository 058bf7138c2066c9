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

type Effect = Scenario["effect"];

/** The scenarios of each world: its own, and those that apply in every world. */
export interface Scenarios extends Omit<StoredScenarios, "countMatch"> {
  /** Returns whether any scenario of this stage could act; cheap, as every request checks it. */
  mayAct(worldId: WorldId, stage: ScenarioStage, operation?: string): Awaitable<boolean>;
  /** Returns whether any payment scenario has an account condition; looking up numbers is slow. */
  namesAccounts(worldId: WorldId): Promise<boolean>;
  /** Returns the effect of the first scenario that acts now; counts every match on the way. */
  effectOn(
    worldId: WorldId,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): Awaitable<Effect | undefined>;
}

export const createScenarios = (
  parts: Parameters<typeof createStoredScenarios>[0] & {
    /** Scenarios for every world, from a file. */
    readonly everywhere: readonly Scenario[];
  },
): Scenarios => {
  const { countMatch, ...stored } = createStoredScenarios(parts);
  const standing = new StandingScenarios(parts.everywhere);
  const ownEffect = async (
    worldId: WorldId,
    own: readonly StoredScenario[],
  ): Promise<Effect | undefined> => {
    for (const { scenarioId, scenario } of own) {
      if (isTurn(scenario, await countMatch(worldId, scenarioId))) return scenario.effect;
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
    effectOn: (worldId, stage, facts) =>
      andThen(stored.list(worldId), (all) => {
        const own = all.filter(
          ({ scenario }) => scenarioStage(scenario) === stage && matchesScenario(scenario, facts),
        );
        if (own.length === 0) return standing.effectOn(worldId, stage, facts);
        return ownEffect(worldId, own).then(
          (effect) => effect ?? standing.effectOn(worldId, stage, facts),
        );
      }),
  };
};

const isAbout = ({ match }: Scenario, operation: string | undefined): boolean =>
  match?.operation === undefined || operation === undefined || match.operation === operation;
