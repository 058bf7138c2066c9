export { onBothEngines } from "./both-engines.ts";
export { meet } from "./meet.ts";
