import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { listTouchedFiles } from "../source/list-touched-files.ts";
import { mutants } from "./mutants/index.ts";
import { runMutant } from "./run-mutant.ts";

/** The mutants whose file the last commit or an uncommitted change has touched. */
const listTouched = () => {
  const files = new Set(listTouchedFiles());
  return mutants.filter(({ file }) => files.has(`packages/${file}`));
};

const chosen = atScale({ slice: listTouched, long: () => mutants })();

test(`the tests of their rules notice ${chosen.length} mutants`, () =>
  runRounds("mutants", chosen.length, async ({ number }) => {
    const mutant = chosen[number];
    assert.ok(mutant !== undefined);
    const verdict = await runMutant(mutant);
    const { rule, file, find } = mutant;
    assert.equal(verdict.kind, "killed", `${rule}: ${find} in packages/${file}`);
  }));
