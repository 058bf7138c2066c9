export { createSandboxWorlds, type SandboxWorlds, sharedWorldId } from "./sandbox-worlds.ts";
export { createWorldClock, type WorldClock } from "./world-clock.ts";
export type { WorldParts } from "./world-parts.ts";
