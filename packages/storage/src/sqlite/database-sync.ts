/** Node's SQLite. It is not imported, so that a Node without it can reach `require-node.ts`. */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
export type DatabaseSync = import("node:sqlite").DatabaseSync;
