import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { plantedBugs } from "./planted-bugs.ts";
import { runSeed } from "./run-seed.ts";
import { runSimulator } from "./run-simulator.ts";

test("no invariant is broken in any seed", () =>
  runRounds("simulator", atScale({ slice: 5, long: 10_000 }), async ({ seed }) => {
    const { failure } = await runSeed(seed);
    if (failure !== undefined) throw failure;
  }));

test("a seed has the same trace every time, and in another process", async () => {
  const lines: string[] = [];
  const first = await runSeed(3, (line) => lines.push(line));
  assert.ok(lines.length > 100);
  assert.equal((await runSeed(3)).digest, first.digest);
  assert.notEqual((await runSeed(4)).digest, first.digest);
  // Starting another process takes longer than all seeds of the small part.
  if (atScale({ slice: true, long: false })) return;
  const { output } = await runSimulator(["--seed", "3", "--trace"]);
  assert.ok(output.includes(lines.join("\n")), "another process has another trace");
});

for (const bug of atScale({ slice: plantedBugs.slice(0, 1), long: plantedBugs })) {
  test(`a planted bug is found within 1000 seeds: ${bug.rule}`, async () => {
    const { code, output } = await runSimulator(["--seeds", "1000"], bug);
    assert.equal(code, 1, output);
    assert.match(output, /Seed \d+ failed\. InvariantBroken: After step \d+: /);
    assert.match(output, /npm run simulate -- --seed \d+ --trace/);
  });
}
