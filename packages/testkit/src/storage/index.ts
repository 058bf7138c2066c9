export { migrateStorage, run, sql } from "@varde/storage";
export { meet } from "./meet.ts";
export { anEmptyDatabase, engines, onBothEngines, onEachEngine } from "./on-both-engines.ts";
