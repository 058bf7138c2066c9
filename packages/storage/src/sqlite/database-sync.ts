/** Node's SQLite, not imported, so that a Node without it can reach the check of its version. */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
export type DatabaseSync = import("node:sqlite").DatabaseSync;
