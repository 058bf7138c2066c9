import { isInvalid } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { completeScaForPsu } from "../world/complete-sca-for-psu.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for SCAs and approvals in the app. */
export const scaHandlers = {
  completeSca: async ({ sandbox, body }) => {
    const completed = await completeScaForPsu(body, sandbox);
    if (isInvalid(completed)) throw new ControlRefused(completed.reason);
    return completed;
  },
  listAppApprovals: async ({ world, query: { customerNumber } }) => {
    if (customerNumber === undefined) {
      throw new ControlRefused("customerNumber is missing: add ?customerNumber= to the address.");
    }
    return { approvals: await world.approvals.list(customerNumber) };
  },
  decideAppApproval: async ({ world, parameters, body }) => {
    const decide = body.decision === "approve" ? world.approvals.approve : world.approvals.refuse;
    const { customerNumber, agreement } = body;
    return { outcome: await decide(parameters.authorisationId, customerNumber, agreement) };
  },
} satisfies Partial<ControlHandlers>;
