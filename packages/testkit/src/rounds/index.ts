export { assertReadsFast } from "./assert-reads-fast.ts";
export { atScale, runRounds } from "./run-rounds.ts";
