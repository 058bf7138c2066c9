import type { WorldId } from "@varde/bank";
import type { Scenario } from "@varde/protocol";
import { magicScenarios } from "./magic-amounts.ts";
import { isTurn, matchesScenario, type ScenarioFacts } from "./match-scenario.ts";
import { type ScenarioStage, scenarioStage } from "./scenario.ts";

/** Scenarios that apply in every world: those from a file, and the magic amounts. */
export class StandingScenarios {
  readonly #byStage: Readonly<Record<ScenarioStage, readonly Scenario[]>>;
  /** Number of matches of each scenario, by world. */
  readonly #counts = new Map<Scenario, Map<string, number>>();

  constructor(fromFile: readonly Scenario[]) {
    const standing = [...fromFile, ...magicScenarios];
    const of = (stage: ScenarioStage) => standing.filter((one) => scenarioStage(one) === stage);
    this.#byStage = { call: of("call"), approval: of("approval"), payment: of("payment") };
    for (const scenario of standing) this.#counts.set(scenario, new Map());
  }

  of(stage: ScenarioStage): readonly Scenario[] {
    return this.#byStage[stage];
  }

  /** Returns the first scenario that acts now; counts every match on the way. */
  actingOn(
    worldId: WorldId,
    stage: ScenarioStage,
    facts: ScenarioFacts,
  ): { readonly effect: Scenario["effect"]; readonly name: string } | undefined {
    const acting = this.#byStage[stage].find(
      (scenario) =>
        matchesScenario(scenario, facts) && isTurn(scenario, this.#count(scenario, worldId)),
    );
    return acting && { effect: acting.effect, name: acting.name ?? nameStanding(acting) };
  }

  #count(scenario: Scenario, worldId: WorldId): number {
    const byWorld = this.#counts.get(scenario);
    const count = (byWorld?.get(worldId) ?? 0) + 1;
    byWorld?.set(worldId, count);
    return count;
  }
}

const nameStanding = ({ match }: Scenario): string =>
  match?.amount === undefined ? "scenario of the file" : `amount ${match.amount}`;
