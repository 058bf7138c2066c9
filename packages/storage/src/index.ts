export * from "./sql.ts";
export * from "./storage.ts";
export * from "./unit.ts";
