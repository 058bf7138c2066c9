import { parseArgs } from "node:util";
import { runSeed } from "./run-seed.ts";

// npm run simulate -- --seeds 10000 [--from N], or --seed N --trace

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const progressMs = 10_000;
const shownStepsMax = 20;

const start = performance.now();
let reportedAt = start;
let steps = 0;
for (let seed = from; seed < from + count; seed += 1) {
  let lines: string[] = [];
  const result = await runSeed(seed, (line) => {
    if (values.trace) console.log(line);
    else lines = [...lines.slice(1 - shownStepsMax), line];
  });
  steps += result.steps;
  if (result.failure !== undefined) {
    for (const line of lines) console.error(line);
    console.error(`Seed ${seed} failed. ${result.failure.stack}`);
    console.error(`Replay it: npm run simulate -- --seed ${seed} --trace`);
    process.exit(1);
  }
  if (count === 1) console.log(`Seed ${seed}: ${result.steps} steps, trace ${result.digest}.`);
  if (performance.now() - reportedAt > progressMs) {
    reportedAt = performance.now();
    console.log(`${seed - from + 1} of ${count} seeds, ${steps} steps`);
  }
}
const seconds = (performance.now() - start) / 1000;
console.log(`${count} seeds, ${steps} steps, ${seconds.toFixed(1)} s: no invariant was broken.`);
