export { anEmptyDatabase, engines } from "./empty-database.ts";
export { meet } from "./meet.ts";
export { onBothEngines, onEachEngine } from "./on-both-engines.ts";
