export { assertReadsFast, cpuBudgetMs } from "./assert-reads-fast.ts";
export { combine, pairs } from "./pairs.ts";
export { aPartOf, atScale, runRounds, takePart } from "./run-rounds.ts";
