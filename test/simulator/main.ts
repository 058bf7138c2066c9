import { parseArgs } from "node:util";
import { engines } from "@varde/testkit/storage";
import { runSeed } from "./run-seed.ts";

// npm run simulate -- --seeds 10000 [--from N] [--engine postgres], or --seed N --trace

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
    engine: { type: "string", default: "sqlite" },
  },
});
const engine = engines.find((each) => each === values.engine);
if (engine === undefined) {
  console.error(`--engine must be one of ${engines.join(" and ")}, not "${values.engine}".`);
  process.exit(2);
}
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const progressMs = 10_000;
const shownStepsMax = 20;

const replay = (seed: number) =>
  `Replay it: npm run simulate -- --engine ${engine} --seed ${seed} --trace`;

let current = from;
/** The code with which Node ends a process whose main module waits for nothing that can happen. */
const stuck = 13;
process.on("exit", (code) => {
  if (code === stuck) console.error(`Seed ${current} is stuck. ${replay(current)}`);
});

const start = performance.now();
let reportedAt = start;
let steps = 0;
for (let seed = from; seed < from + count; seed += 1) {
  current = seed;
  let lines: string[] = [];
  const result = await runSeed(seed, engine, (line) => {
    if (values.trace) console.log(line);
    else lines = [...lines.slice(1 - shownStepsMax), line];
  });
  steps += result.steps;
  if (result.failure !== undefined) {
    for (const line of lines) console.error(line);
    console.error(`Seed ${seed} failed. ${result.failure.stack}`);
    console.error(replay(seed));
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
