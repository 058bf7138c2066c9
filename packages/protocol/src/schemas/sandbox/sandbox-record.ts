import type { TUnsafe } from "typebox";
import { list, type Schema } from "../schema.ts";

/** A record of test data. The sandbox defines its fields. */
export type SandboxRecord = Readonly<Record<string, unknown>>;

export const sandboxRecord = { type: "object" } as Schema as TUnsafe<SandboxRecord>;

/** A list of records: an array without an object around it, like the list of customers. */
export const sandboxRecords = list(sandboxRecord);
