export { migrateStorage, run, sql } from "@varde/storage";
export { neighbourId, neighbourRows, neighbourWorld } from "../neighbour/neighbour-ids.ts";
export { meet } from "./meet.ts";
export {
  aMigratedDatabase,
  anEmptyDatabase,
  engines,
  onBothEngines,
  onEachEngine,
  type TestDatabase,
} from "./on-both-engines.ts";
