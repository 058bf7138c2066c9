import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { judgeWithKit } from "./mutate/kit/judge-with-kit.ts";
import { formatKitPage, kitPage, nameMutant, readKitPage } from "./mutate/kit/kit-page.ts";
import { mutants } from "./mutate/mutants/index.ts";
import { runMutant } from "./mutate/run-mutant.ts";

// npm run mutate -- [rules or groups of rules, as SIG-04 or BSK]
// With --kit, varde check-bank judges the mutants instead of the tests, and the page
// docs/spec/kit-mutants.md is updated.

const words = process.argv.slice(2);
const usesKit = words.includes("--kit");
const wanted = words.filter((word) => word !== "--kit");
const chosen = mutants.filter(
  ({ rule, hidden }) =>
    (wanted.length === 0 || wanted.some((name) => rule.startsWith(name))) &&
    !(usesKit && hidden !== undefined),
);
const known = readKitPage();
const queue = [...chosen];
const survivors: string[] = [];

async function runLane(): Promise<void> {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const verdict = usesKit
      ? await judgeWithKit(mutant, known.get(nameMutant(mutant)))
      : await runMutant(mutant);
    const { rule, file, find, replace } = mutant;
    const found = verdict.kind === "killed" ? verdict.by : undefined;
    if (usesKit) publish(nameMutant(mutant), found);
    if (found !== undefined) console.log(`killed ${rule} by ${found}`);
    else {
      const reason = verdict.kind === "undecided" ? `: ${verdict.reason}` : "";
      console.log(`${verdict.kind} ${rule} in packages/${file}: ${find} → ${replace}${reason}`);
      survivors.push(rule);
    }
  }
}

/** Updates one row of the page, so that an interrupted run is not lost. */
function publish(name: string, check: string | undefined): void {
  const found = new Map(readKitPage());
  if (check === undefined) found.delete(name);
  else found.set(name, check);
  writeFileSync(kitPage, formatKitPage(found));
}

if (chosen.length === 0) throw new Error(`No mutant of ${wanted.join(", ")} is declared.`);
await Promise.all(Array.from({ length: availableParallelism() }, runLane));
console.log(`${chosen.length} mutants, ${survivors.length} survivors ${survivors.join(", ")}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
