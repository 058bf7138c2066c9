import { type Awaitable, andThen } from "@varde/storage";
import { createKeptScenarios, type KeptScenario, type KeptScenarios } from "./kept-scenarios.ts";
import { isTurn, matchesScenario, type ScenarioFacts } from "./match-scenario.ts";
import { type Scenario, type ScenarioStage, stageOf } from "./scenario.ts";
import { StandingScenarios } from "./standing-scenarios.ts";

type Effect = Scenario["effect"];

/** What is to go wrong in each world: its own scenarios, and those that stand in every world. */
export interface Scenarios extends Omit<KeptScenarios, "countMatch"> {
  /** Whether any scenario of this stage could act in the world; cheap, asked on every call. */
  mayAct(worldId: string, stage: ScenarioStage, operation?: string): Awaitable<boolean>;
  /** Whether any scenario about payments asks which account; finding its number is not free. */
  namesAccounts(worldId: string): Promise<boolean>;
  /** The effect of the first scenario whose turn it is; each that matches is counted. */
  effectOn(
    worldId: string,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): Awaitable<Effect | undefined>;
}

export const createScenarios = (
  parts: Parameters<typeof createKeptScenarios>[0] & {
    /** For every world, as from a file. */
    readonly everywhere: readonly Scenario[];
  },
): Scenarios => {
  const { countMatch, ...kept } = createKeptScenarios(parts);
  const standing = new StandingScenarios(parts.everywhere);
  const ownEffect = async (
    worldId: string,
    own: readonly KeptScenario[],
  ): Promise<Effect | undefined> => {
    for (const { scenarioId, scenario } of own) {
      if (isTurn(scenario, await countMatch(worldId, scenarioId))) return scenario.effect;
    }
    return undefined;
  };
  return {
    ...kept,
    mayAct: (worldId, stage, operation) =>
      standing.of(stage).some((scenario) => isAbout(scenario, operation)) ||
      andThen(kept.list(worldId), (own) => own.some(({ scenario }) => stageOf(scenario) === stage)),
    namesAccounts: async (worldId) => {
      const own = (await kept.list(worldId)).map(({ scenario }) => scenario);
      return [...standing.of("payment"), ...own].some(
        (one) => stageOf(one) === "payment" && one.match?.account !== undefined,
      );
    },
    effectOn: (worldId, stage, facts) =>
      andThen(kept.list(worldId), (all) => {
        const own = all.filter(
          ({ scenario }) => stageOf(scenario) === stage && matchesScenario(scenario, facts),
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
