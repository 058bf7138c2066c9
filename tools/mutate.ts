import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { runGenerated } from "./mutate/generated/run-generated.ts";
import { judgeWithKit } from "./mutate/kit/judge-with-kit.ts";
import { formatKitPage, kitPage, nameMutant, readKitPage } from "./mutate/kit/kit-page.ts";
import { guardMutants } from "./mutate/mutants/guard-mutants.ts";
import { mutants } from "./mutate/mutants/index.ts";
import { runGuardMutant, runMutant } from "./mutate/run-mutant.ts";

// npm run mutate -- [rules or groups of rules, as SIG-04 or BSK]
// With --kit, varde check-bank judges the mutants instead of the tests, and the page
// docs/spec/kit-mutants.md is updated.
// npm run mutate -- --guards [words] judges the mutants that take away a guard by the test of each.
// npm run mutate -- --generated COUNT --seed SEED [--lanes LANES] [--publish]
// judges mutants that the seed chooses; --publish updates docs/spec/generated-mutants.md.

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    kit: { type: "boolean", default: false },
    guards: { type: "boolean", default: false },
    generated: { type: "string" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "1" },
    publish: { type: "boolean", default: false },
  },
});
const usesKit = options.kit;
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

async function runDeclared(): Promise<boolean> {
  if (chosen.length === 0) throw new Error(`No mutant of ${wanted.join(", ")} is declared.`);
  await Promise.all(Array.from({ length: availableParallelism() }, runLane));
  console.log(`${chosen.length} mutants, ${survivors.length} survivors ${survivors.join(", ")}`);
  return survivors.length === 0;
}

/** Judges the guards whose name has all the words. */
async function runGuards(): Promise<boolean> {
  const chosen = guardMutants.filter(({ guard }) => wanted.every((word) => guard.includes(word)));
  let survivors = 0;
  for (const mutant of chosen) {
    const verdict = await runGuardMutant(mutant);
    const isKilled = verdict.kind === "killed";
    if (!isKilled) survivors += 1;
    const reason = verdict.kind === "undecided" ? `: ${verdict.reason}` : "";
    const by = isKilled ? ` by ${verdict.by}` : ` in packages/${mutant.file}${reason}`;
    console.log(`${verdict.kind} "${mutant.guard}"${by}`);
  }
  console.log(`${chosen.length} guards, ${survivors} survivors`);
  return chosen.length > 0 && survivors === 0;
}

const runListed = () => (options.guards ? runGuards() : runDeclared());

const { generated, seed, lanes, publish: isPublished } = options;
const isPassed =
  generated === undefined
    ? await runListed()
    : await runGenerated({
        count: Number(generated),
        seed: Number(seed),
        lanes: Number(lanes),
        isPublished,
      });
process.exitCode = isPassed ? 0 : 1;
