import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFaults, formatConformance } from "./conformance/join-rules.ts";
import { listCodeCitations, listTestCitations } from "./conformance/list-citations.ts";
import { markImplemented, parseRules } from "./conformance/rule-table.ts";
import { mutants } from "./mutate/mutants/index.ts";
import { listFiles, root } from "./source/list-files.ts";
import { readSourceFile } from "./source/source-file.ts";

const rulesPath = join(root, "docs/spec/rules.md");
const tablePath = join(root, "docs/spec/conformance.md");
const isCheck = process.argv.includes("--check");

const sources = (form: RegExp) =>
  listFiles()
    .filter((path) => form.test(path))
    .map((path) => readSourceFile(root, path));

function conformance(): readonly string[] {
  const before = readFileSync(rulesPath, "utf8");
  const tests = sources(/^(packages\/[^/]+\/test|test)\/.*\.test\.ts$/).flatMap(listTestCitations);
  const marked = markImplemented(before, new Set(tests.map(({ id }) => id)));
  const rules = parseRules(marked);
  const prefixes = new Set(rules.map(({ id }) => id.slice(0, 3)));
  const code = sources(/^packages\/[^/]+\/src\/.*\.ts$/).flatMap((file) =>
    listCodeCitations(file, prefixes),
  );
  const evidence = { rules, tests, code, mutated: mutants.map(({ rule }) => rule) };
  const table = formatConformance(evidence);
  const faults = findFaults(evidence);
  const isCurrent =
    marked === before && existsSync(tablePath) && readFileSync(tablePath, "utf8") === table;
  if (isCheck && !isCurrent) {
    return [...faults, "docs/spec is outdated: run npm run conformance and commit it"];
  }
  if (!isCheck && faults.length === 0) {
    writeFileSync(rulesPath, marked);
    writeFileSync(tablePath, table);
  }
  const tested = rules.filter(({ state }) => state === "implemented").length;
  const planned = rules.filter(({ state }) => state === "planned").length;
  console.log(`${rules.length} rules: ${tested} covered by a test, ${planned} planned`);
  return faults;
}

const faults = conformance();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
