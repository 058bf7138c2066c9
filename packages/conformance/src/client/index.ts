export { formatJunit, type JunitCase } from "../reports/junit.ts";
export * from "./grade-client.ts";
export { type ClientProfile, clientAreas, clientProfiles } from "./observed/client-check.ts";
export * from "./observed/request-facts.ts";
export type { ClientTrap, TrapArming } from "./traps/client-trap.ts";
