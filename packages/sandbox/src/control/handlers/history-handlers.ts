import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for generated transactions. */
export const historyHandlers = {
  loadHistory: ({ world, parameters, body }) =>
    world.history.start(parameters.account, body.transactions),
  readHistoryLoad: ({ world, parameters }) => world.history.progress(parameters.account),
} satisfies Partial<ControlHandlers>;
