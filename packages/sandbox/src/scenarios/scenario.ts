import type { Scenario } from "@varde/protocol";

/** Stage at which a scenario acts: on a request, when the PSU approves, or on execution. */
export type ScenarioStage = "call" | "approval" | "payment";

export const scenarioStage = ({ effect: { sca, payment } }: Scenario): ScenarioStage => {
  if (sca !== undefined) return "approval";
  return payment === undefined ? "call" : "payment";
};

const kinds = ["code", "unavailable", "drop", "dropAfter", "decorate", "sca", "payment"] as const;

/** Checks rules that the schema cannot express; returns a JSON pointer and the reason. */
export const scenarioFault = (
  scenario: Scenario,
): { readonly path: string; readonly text: string } | undefined => {
  const { effect, match = {} } = scenario;
  const given = kinds.filter((kind) => effect[kind] !== undefined && effect[kind] !== false);
  if (given.length > 1) {
    return { path: "/effect", text: `has ${given.join(" and ")}; a scenario has one effect` };
  }
  if (given.length === 0 && effect.delayMs === undefined) {
    return { path: "/effect", text: `has no effect; give delayMs or one of ${kinds.join(", ")}` };
  }
  const stage = scenarioStage(scenario);
  const ofRequest = (["operation", "query"] as const).find((name) => match[name] !== undefined);
  if (stage !== "call" && ofRequest !== undefined) {
    return {
      path: `/match/${ofRequest}`,
      text: `cannot be combined with ${given[0]}, which does not act on requests`,
    };
  }
  if (match.query !== undefined && !match.query.includes("=")) {
    return { path: "/match/query", text: "has no parameter; give one like bookingStatus=pending" };
  }
  if (stage === "payment" && match.tpp !== undefined) {
    return {
      path: "/match/tpp",
      text: "cannot be combined with payment, because the core bank does not know the TPP",
    };
  }
  return undefined;
};
