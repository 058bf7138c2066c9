import { ControlRefused } from "../../control-refused.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for scenarios. */
export const scenarioHandlers = {
  listScenarios: async ({ world }) => ({ scenarios: await world.scenarios.list() }),
  addScenario: async ({ world, body }) => ({ scenarioId: await world.scenarios.add(body) }),
  clearScenarios: async ({ world }) => void (await world.scenarios.clear()),
  removeScenario: async ({ world, parameters: { scenarioId } }) => {
    if (await world.scenarios.remove(scenarioId)) return undefined;
    throw new ControlRefused(`there is no scenario ${scenarioId}`);
  },
} satisfies Partial<ControlHandlers>;
