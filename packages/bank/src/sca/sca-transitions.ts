import type { ScaStatus } from "@varde/protocol";

export type ScaEvent =
  | "opened"
  | "begun"
  | "returned"
  | "misidentified"
  | "identified"
  | "contextChosen"
  | "approved"
  | "approvedInApp"
  | "failed";

/** Next status by status and event. A missing pair cannot happen. */
export const scaTransitions: Readonly<
  Record<ScaStatus, Readonly<Partial<Record<ScaEvent, ScaStatus>>>>
> = {
  received: { opened: "started", approvedInApp: "finalised", failed: "failed" },
  started: {
    // Another browser takes over, which nobody can after the PSU is authenticated.
    opened: "started",
    begun: "started",
    returned: "started",
    misidentified: "started",
    identified: "psuAuthenticated",
    failed: "failed",
  },
  // No SCA of this bank has this status, because identifying also authenticates.
  psuIdentified: {},
  psuAuthenticated: {
    contextChosen: "psuAuthenticated",
    begun: "psuAuthenticated",
    returned: "psuAuthenticated",
    approved: "finalised",
    failed: "failed",
  },
  finalised: {},
  failed: {},
};

/** Returns the status after the event, or undefined if the event cannot happen in this status. */
export const nextScaStatus = (from: ScaStatus, event: ScaEvent): ScaStatus | undefined =>
  scaTransitions[from][event];
