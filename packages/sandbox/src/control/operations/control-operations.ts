import { ControlRefused } from "../../control-refused.ts";
import {
  completeScaForPsu,
  type ScaToComplete,
  scaWishSchema,
} from "../world/complete-sca-for-psu.ts";
import { clockOperations } from "./clock-operations.ts";
import type { ControlOperation } from "./control-operation.ts";
import { customerOperations } from "./customer-operations.ts";
import { scenarioOperations } from "./scenario-operations.ts";
import { snapshotOperations } from "./snapshot-operations.ts";
import { tppOperations } from "./tpp-operations.ts";

const listWorlds: ControlOperation = {
  id: "listWorlds",
  method: "GET",
  path: "/worlds",
  summary: "Lists the worlds: one per TPP, unless they share one.",
  needsWorld: false,
  status: 200,
  serve: async ({ sandbox }) => ({ worlds: await sandbox.listWorlds() }),
};

const walkSca: ControlOperation = {
  id: "completeSca",
  method: "POST",
  path: "/sca",
  summary: "Completes an SCA for the PSU and returns the address of the redirect.",
  needsWorld: false,
  body: scaWishSchema,
  status: 200,
  serve: async ({ sandbox, body }) => {
    const walked = await completeScaForPsu(body as ScaToComplete, sandbox);
    if (!walked.ok) throw new ControlRefused(walked.reason);
    return walked.value;
  },
};

const resetWorld: ControlOperation = {
  id: "initializeWorld",
  method: "POST",
  path: "/worlds/reset",
  summary: "Resets a world to the initial data set.",
  needsWorld: true,
  status: 204,
  serve: async ({ world }) => void (await world.initialize()),
};

/** Every operation of the control API; the OpenAPI document is generated from this list. */
export const controlOperations: readonly ControlOperation[] = [
  listWorlds,
  walkSca,
  ...tppOperations,
  resetWorld,
  ...clockOperations,
  ...scenarioOperations,
  ...snapshotOperations,
  ...customerOperations,
];
