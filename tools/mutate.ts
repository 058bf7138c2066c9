import { availableParallelism } from "node:os";
import { mutants } from "./mutate/mutants/index.ts";
import { runMutant } from "./mutate/run-mutant.ts";

// npm run mutate -- [rules or groups of rules, as SIG-04 or BSK]

const wanted = process.argv.slice(2);
const chosen = mutants.filter(
  ({ rule }) => wanted.length === 0 || wanted.some((name) => rule.startsWith(name)),
);
const queue = [...chosen];
const survivors: string[] = [];

async function runLane(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const verdict = await runMutant(mutant);
    const { rule, file, find, replace } = mutant;
    if (verdict.kind === "killed") console.log(`killed ${rule} by ${verdict.by}`);
    else {
      const reason = verdict.kind === "undecided" ? `: ${verdict.reason}` : "";
      console.log(`${verdict.kind} ${rule} in packages/${file}: ${find} → ${replace}${reason}`);
      survivors.push(rule);
    }
  }
}

if (chosen.length === 0) throw new Error(`No mutant of ${wanted.join(", ")} is declared.`);
await Promise.all(Array.from({ length: availableParallelism() }, runLane));
console.log(`${chosen.length} mutants, ${survivors.length} survivors ${survivors.join(", ")}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
