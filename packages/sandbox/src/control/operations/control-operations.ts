import { ControlRefused } from "../../control-refused.ts";
import {
  completeScaForPsu,
  type ScaToComplete,
  scaToCompleteSchema,
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

const completeSca: ControlOperation = {
  id: "completeSca",
  method: "POST",
  path: "/sca",
  summary: "Completes an SCA for the PSU and returns the address of the redirect.",
  needsWorld: false,
  body: scaToCompleteSchema,
  status: 200,
  serve: async ({ sandbox, body }) => {
    const completed = await completeScaForPsu(body as ScaToComplete, sandbox);
    if (!completed.ok) throw new ControlRefused(completed.reason);
    return completed.value;
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
  completeSca,
  ...tppOperations,
  resetWorld,
  ...clockOperations,
  ...scenarioOperations,
  ...snapshotOperations,
  ...customerOperations,
];
