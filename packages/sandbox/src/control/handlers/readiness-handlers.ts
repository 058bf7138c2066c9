import type { ControlHandlers } from "./control-handler.ts";

/** Handlers that judge the TPP of a world. */
export const readinessHandlers = {
  readReadiness: ({ world, query }) => world.readiness.read(query),
  reportReadiness: ({ world, query }) => world.readiness.report(query),
  armTrap: ({ world, parameters }) => world.readiness.arm(parameters.trap),
  startOver: async ({ world }) => void (await world.readiness.startOver()),
} satisfies Partial<ControlHandlers>;
