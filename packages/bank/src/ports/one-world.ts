import type { Worlds } from "./worlds.ts";

/**
 * One bank for every TPP, as in production. Its name stands with every row, so it never changes.
 *
 * @example
 * const ports = { ...mine, worlds: oneWorld("bank") };
 */
export const oneWorld = (worldId: string): Worlds => ({ worldOf: async () => worldId });
