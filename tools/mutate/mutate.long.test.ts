import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { listTouchedFiles } from "../source/list-touched-files.ts";
import { guardMutants } from "./mutants/guard-mutants.ts";
import { mutants } from "./mutants/index.ts";
import { runGuardMutant, runMutant } from "./run-mutant.ts";

/** Returns the mutants whose file the last commit or an uncommitted change has touched. */
const onlyTouched = <M extends { readonly file: string }>(all: readonly M[]): readonly M[] => {
  const files = new Set(listTouchedFiles());
  return all.filter(({ file }) => files.has(`packages/${file}`));
};

const choose = atScale({ slice: onlyTouched, long: <M>(all: readonly M[]) => all });
const chosen = choose(mutants);
const guards = choose(guardMutants);

test(`the tests of their rules notice ${chosen.length} mutants`, () =>
  runRounds("mutants", chosen.length, async ({ number }) => {
    const mutant = chosen[number];
    assert.ok(mutant !== undefined);
    const verdict = await runMutant(mutant);
    const { rule, file, find } = mutant;
    assert.equal(verdict.kind, "killed", `${rule}: ${find} in packages/${file}`);
  }));

test(`the tests of their guards notice ${guards.length} mutants`, () =>
  runRounds("guards", guards.length, async ({ number }) => {
    const mutant = guards[number];
    assert.ok(mutant !== undefined);
    const verdict = await runGuardMutant(mutant);
    assert.equal(verdict.kind, "killed", `${mutant.guard}: ${mutant.find}`);
  }));
