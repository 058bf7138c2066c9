import { listTestCitations } from "../conformance/list-citations.ts";
import { listFiles, root } from "../source/list-files.ts";
import { readSourceFile } from "../source/source-file.ts";
import { TestRun } from "../test-run/test-run.ts";
import { type Edit, editEnvironment, type Mutant, type Verdict } from "./mutant.ts";
import type { GuardMutant } from "./mutants/guard-mutants.ts";

const limitMs = 300_000;

/**
 * Finds out whether the tests that name the mutant's rule notice it. Tests that pass only after
 * others run with their whole file.
 */
export async function runMutant(mutant: Mutant): Promise<Verdict> {
  const files = listTestFiles(mutant.rule);
  const verdict = await decide(files, mutant, namesRule(mutant.rule));
  return verdict.kind === "undecided" ? decide(files, mutant, []) : verdict;
}

/** Finds out whether the test of a guard fails without the guard, and passes with it. */
export async function runGuardMutant(mutant: GuardMutant): Promise<Verdict> {
  const { test, find } = mutant;
  const failed = await findFailure([test], mutant, []);
  if (failed === undefined) return { kind: "survived" };
  const unmutated = await findFailure([test], { ...mutant, replace: find }, []);
  return unmutated === undefined
    ? { kind: "killed", by: test }
    : { kind: "undecided", reason: `${test} also fails without the mutant` };
}

async function decide(
  files: readonly string[],
  mutant: Mutant,
  options: readonly string[],
): Promise<Verdict> {
  const failed = await findFailure(files, mutant, options);
  if (failed === undefined) return { kind: "survived" };
  const { file, failures } = failed;
  if (!failures.some((failure) => failure.split("\n")[0]?.includes(mutant.rule))) {
    return { kind: "undecided", reason: `${file} fails in other tests:\n${failures.join("\n")}` };
  }
  const unmutated = await findFailure([file], { ...mutant, replace: mutant.find }, options);
  return unmutated === undefined
    ? { kind: "killed", by: file }
    : { kind: "undecided", reason: `${file} also fails without the mutant` };
}

/** Titles start with the ids of their rules, after the titles of their suites. */
const namesRule = (rule: string) => [`--test-name-pattern=(^| )([A-Z]{3}-\\d+, )*${rule}[,:]`];

interface FailedFile {
  readonly file: string;
  readonly failures: readonly string[];
}

/** Runs test files with a mutant, and stops at the first that fails. */
async function findFailure(
  files: readonly string[],
  { file, find, replace }: Edit,
  options: readonly string[],
): Promise<FailedFile | undefined> {
  let failed: FailedFile | undefined;
  const run = new TestRun(files, {
    lanes: 1,
    // The rules do not depend on the engine.
    options: ["--test-skip-pattern=on postgres", ...options],
    env: {
      ...process.env,
      ...editEnvironment([{ file, find, replace }]),
      DATABASE_URL: "none",
      VARDE_TEST_SCALE: "normal",
    },
    limitMs,
    graceMs: 10_000,
    processKind: () => "own",
    report: (path, { failures }) => {
      if (failures.length === 0) return;
      failed = { file: path, failures };
      run.stop();
    },
  });
  await run.run();
  return failed;
}

let citations: ReturnType<typeof listTestCitations> | undefined;

/** Lists the test files that name a rule, fast ones first. Browser tests repeat what these test. */
function listTestFiles(rule: string): readonly string[] {
  citations ??= listFiles()
    .filter((path) => /^(packages\/[^/]+\/test|test)\/.*\.test\.ts$/.test(path))
    .flatMap((path) => listTestCitations(readSourceFile(root, path)));
  const files = new Set(citations.filter(({ id }) => id === rule).map(({ path }) => path));
  const isSlow = (file: string) => /browser|\.long\.test\.ts$|^test\/faults\//.test(file);
  const fast = [...files].filter((file) => !isSlow(file));
  return fast.length > 0 ? fast.sort() : [...files];
}
