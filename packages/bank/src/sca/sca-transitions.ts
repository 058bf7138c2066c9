import type { ScaStatus } from "@varde/protocol";

export type ScaEvent = "opened" | "identified" | "approved" | "failed";

/** From × event → to. What is not here cannot happen. */
const scaTransitions: Readonly<Record<ScaStatus, Partial<Record<ScaEvent, ScaStatus>>>> = {
  received: { opened: "started", identified: "psuAuthenticated", failed: "failed" },
  started: { identified: "psuAuthenticated", failed: "failed" },
  psuIdentified: { identified: "psuAuthenticated", failed: "failed" },
  psuAuthenticated: { approved: "finalised", failed: "failed" },
  finalised: {},
  failed: {},
};

export const nextScaStatus = (from: ScaStatus, event: ScaEvent): ScaStatus | undefined =>
  scaTransitions[from][event];
