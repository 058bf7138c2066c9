import { integer, list, object, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";
import { scenarioSchema } from "./scenario-schema.ts";

const storedScenario = object({
  scenarioId: string(),
  scenario: scenarioSchema,
  matched: integer({ description: "number of times it has matched" }),
});

/** Operations on the scenarios of a world. */
export const scenarioOperations = {
  listScenarios: {
    method: "GET",
    path: "/scenarios",
    summary: "Lists the scenarios of a world, and how often each has matched.",
    needsWorld: true,
    status: 200,
    response: object({ scenarios: list(storedScenario) }),
  },
  addScenario: {
    method: "POST",
    path: "/scenarios",
    summary: "Adds a scenario: a failure or delay of matching calls, SCAs or payments.",
    needsWorld: true,
    body: scenarioSchema,
    status: 201,
    response: object({ scenarioId: string() }),
  },
  clearScenarios: {
    method: "DELETE",
    path: "/scenarios",
    summary: "Removes all scenarios of a world.",
    needsWorld: true,
    status: 204,
  },
  removeScenario: {
    method: "DELETE",
    path: "/scenarios/{scenarioId}",
    summary: "Removes a scenario.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
