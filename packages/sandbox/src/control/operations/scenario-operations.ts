import { ControlRefused } from "../../control-refused.ts";
import { type Scenario, scenarioSchema } from "../../scenarios/scenario.ts";
import type { ControlOperation } from "./control-operation.ts";

/** Operations on the scenarios of a world. */
export const scenarioOperations: readonly ControlOperation[] = [
  {
    id: "listScenarios",
    method: "GET",
    path: "/scenarios",
    summary: "Lists the scenarios of a world, and how often each has matched.",
    needsWorld: true,
    status: 200,
    serve: async ({ world }) => ({ scenarios: await world.scenarios.list() }),
  },
  {
    id: "addScenario",
    method: "POST",
    path: "/scenarios",
    summary: "Adds a scenario: a failure or delay of matching calls, SCAs or payments.",
    needsWorld: true,
    body: scenarioSchema,
    status: 201,
    serve: async ({ world, body }) => ({
      scenarioId: await world.scenarios.add(body as Scenario),
    }),
  },
  {
    id: "clearScenarios",
    method: "DELETE",
    path: "/scenarios",
    summary: "Removes all scenarios of a world.",
    needsWorld: true,
    status: 204,
    serve: async ({ world }) => void (await world.scenarios.clear()),
  },
  {
    id: "removeScenario",
    method: "DELETE",
    path: "/scenarios/{scenarioId}",
    summary: "Removes a scenario.",
    needsWorld: true,
    status: 204,
    serve: async ({ world, parameters }) => {
      const { scenarioId = "" } = parameters;
      if (await world.scenarios.remove(scenarioId)) return undefined;
      throw new ControlRefused(`there is no scenario ${scenarioId}`);
    },
  },
];
