import type { TUnsafe } from "typebox";
import { list, type Schema } from "../schema.ts";

/** A record of test data. Its fields are the sandbox's own. */
export type SandboxRecord = Readonly<Record<string, unknown>>;

export const sandboxRecord = { type: "object" } as Schema as TUnsafe<SandboxRecord>;

/** A list of records is a bare array, as the list of customers is. */
export const sandboxRecords = list(sandboxRecord);
