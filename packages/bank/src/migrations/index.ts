import { foundation } from "./001-foundation.ts";
import { consents } from "./002-consents.ts";

/** The bank's tables, in the order they came to be. */
export const bankMigrations = [foundation, consents];
