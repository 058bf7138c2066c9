export { createSandboxWorlds, type SandboxWorlds, sharedWorldId } from "./sandbox-worlds.ts";
export type { World } from "./world.ts";
export { type ClockReading, createWorldClock, type WorldClock } from "./world-clock.ts";
export type { WorldParts } from "./world-parts.ts";
