import assert from "node:assert/strict";
import { test } from "node:test";
import type { Engine } from "@varde/storage";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { engines } from "@varde/testkit/storage";
import type { Mutant } from "../../tools/mutate/mutant.ts";
import { bugsOfTwoProcesses, plantedBugs } from "./planted-bugs.ts";
import { runSeed } from "./run-seed.ts";
import { runSimulator } from "./run-simulator.ts";

const onEngine =
  (engine: Engine) =>
  (bug: Mutant): readonly [Engine, Mutant] => [engine, bug];

/** A seed on PostgreSQL, where two processes share the database, takes several times as long. */
const seeds = {
  sqlite: atScale({ slice: 5, long: 10_000 }),
  postgres: atScale({ slice: 2, long: 1_000 }),
};

for (const engine of engines) {
  test(`F32: no invariant is broken in any seed on ${engine}`, () =>
    runRounds(`simulator-${engine}`, seeds[engine], async ({ seed }) => {
      const { failure } = await runSeed(seed, engine);
      if (failure !== undefined) throw failure;
    }));

  test(`a seed has the same trace every time on ${engine}, and in another process`, async () => {
    const lines: string[] = [];
    const first = await runSeed(3, engine, (line) => lines.push(line));
    assert.ok(lines.length > 100);
    assert.equal((await runSeed(3, engine)).digest, first.digest);
    // Starting another process takes longer than all seeds of the small part.
    if (atScale({ slice: true, long: false })) return;
    assert.notEqual((await runSeed(4, engine)).digest, first.digest);
    const { output } = await runSimulator(["--engine", engine, "--seed", "3", "--trace"]);
    assert.ok(output.includes(lines.join("\n")), "another process has another trace");
  });
}

const found = /Seed \d+ failed\. InvariantBroken: (After step \d+|A minute after the last fault): /;

for (const [engine, bug] of [
  ...atScale({ slice: plantedBugs.slice(0, 1), long: plantedBugs }).map(onEngine("sqlite")),
  ...atScale({ slice: [], long: bugsOfTwoProcesses }).map(onEngine("postgres")),
]) {
  test(`a planted bug is found within 1000 seeds on ${engine}: ${bug.rule}`, async () => {
    const { code, output } = await runSimulator(["--engine", engine, "--seeds", "1000"], bug);
    assert.equal(code, 1, output);
    assert.match(output, found);
    assert.match(output, /npm run simulate -- --engine \w+ --seed \d+ --trace/);
  });
}
