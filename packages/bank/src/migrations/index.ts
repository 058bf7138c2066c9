import { foundation } from "./001-foundation.ts";

/** The bank's tables, in the order they came to be. */
export const bankMigrations = [foundation];
