import { ControlRefused } from "../../control-refused.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for snapshots. */
export const snapshotHandlers = {
  listSnapshots: async ({ world }) => ({ snapshots: await world.snapshots.list() }),
  saveSnapshot: async ({ world, body: { name } }) => {
    await world.snapshots.save(name);
    return { name };
  },
  restoreSnapshot: async ({ world, parameters }) =>
    void (await world.snapshots.restore(parameters.name)),
  readSnapshot: ({ world, parameters }) => world.snapshots.export(parameters.name),
  removeSnapshot: async ({ world, parameters: { name } }) => {
    if (await world.snapshots.remove(name)) return undefined;
    throw new ControlRefused(`there is no snapshot ${name}`);
  },
} satisfies Partial<ControlHandlers>;
