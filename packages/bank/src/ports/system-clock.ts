import type { Clock } from "./clock.ts";

/** The machine's time, which is the bank's time in production. */
export const systemClock: Clock = { machineNow: () => Date.now(), now: () => Date.now() };
