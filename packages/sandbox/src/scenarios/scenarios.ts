import { type Awaitable, andThen } from "@varde/storage";
import { magicScenarios } from "../data-set/magic-amounts.ts";
import { createKeptScenarios, type KeptScenario, type KeptScenarios } from "./kept-scenarios.ts";
import { matchesScenario, type ScenarioFacts } from "./match-scenario.ts";
import { type Scenario, type ScenarioStage, stageOf } from "./scenario.ts";

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
  const countsOfStanding = new Map<string, number>();
  const countStanding = (worldId: string, at: number): number => {
    const key = `${at} ${worldId}`;
    const count = (countsOfStanding.get(key) ?? 0) + 1;
    countsOfStanding.set(key, count);
    return count;
  };
  const standing = (stage: ScenarioStage) =>
    [...parts.everywhere, ...magicScenarios].filter((one) => stageOf(one) === stage);
  const standingByStage = {
    call: standing("call"),
    approval: standing("approval"),
    payment: standing("payment"),
  };
  const ownEffect = async (
    worldId: string,
    own: readonly KeptScenario[],
  ): Promise<Effect | undefined> => {
    for (const { scenarioId, scenario } of own) {
      if (isTurn(scenario, await countMatch(worldId, scenarioId))) return scenario.effect;
    }
    return undefined;
  };
  const standingEffect = (
    worldId: string,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): Effect | undefined =>
    standingByStage[stage].find(
      (scenario, at) =>
        matchesScenario(scenario, facts) && isTurn(scenario, countStanding(worldId, at)),
    )?.effect;
  return {
    ...kept,
    mayAct: (worldId, stage, operation) =>
      standingByStage[stage].some((scenario) => isAbout(scenario, operation)) ||
      andThen(kept.list(worldId), (own) => own.some(({ scenario }) => stageOf(scenario) === stage)),
    namesAccounts: async (worldId) => {
      const own = (await kept.list(worldId)).map(({ scenario }) => scenario);
      return [...standingByStage.payment, ...own].some(
        (one) => stageOf(one) === "payment" && one.match?.account !== undefined,
      );
    },
    effectOn: (worldId, stage, facts) =>
      andThen(kept.list(worldId), (all) => {
        const own = all.filter(
          ({ scenario }) => stageOf(scenario) === stage && matchesScenario(scenario, facts),
        );
        if (own.length === 0) return standingEffect(worldId, stage, facts);
        return ownEffect(worldId, own).then(
          (effect) => effect ?? standingEffect(worldId, stage, facts),
        );
      }),
  };
};

const isAbout = ({ match }: Scenario, operation: string | undefined): boolean =>
  match?.operation === undefined || operation === undefined || match.operation === operation;

/** The next matching call, once, unless the scenario says otherwise. */
const isTurn = ({ nth = 1, times = 1 }: Scenario, count: number): boolean =>
  count >= nth && (times === 0 || count < nth + times);
