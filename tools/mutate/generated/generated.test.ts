import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { applyEdits } from "../mutant.ts";
import { chooseMutations, readSource } from "./choose-mutations.ts";
import { equivalents } from "./equivalents.ts";
import { findMutations, toEdit } from "./find-mutations.ts";
import { formatScorePage, readJudged, scorePage } from "./judged.ts";
import { findNearTests } from "./nearest-tests.ts";

/** The samples have another sign, because a string that looks like a template is suspicious. */
const withDollars = (text: string) => text.replaceAll("§{", "$\u007b");

const changesOf = (source: string) =>
  findMutations("packages/a/src/b.ts", source).map(
    ({ find, replace }) => `${find.trim()} → ${replace.trim()}`,
  );

/** Each source, with changes that must be among those that are found. */
const samples: readonly (readonly [source: string, ...changes: string[]])[] = [
  ["if (a < 1) b();", "a < 1 → !(a < 1)", "a < 1 → true", "< → <=", "1 → 0", "b(); → ;"],
  ["const c = a && b;", "&& → ||", "a && b → a", "a && b → b"],
  ["const c = a ?? 2;", "a ?? 2 → 2", "2 → 0", "2 → (2 + 1)"],
  ["const c = a * b + d;", "* → /", "+ → -"],
  ["function* f() { yield* g(); }", "yield* g(); → ;", "yield* g() → g()"],
  ["async function f() { await g(); }", "await g() → g()"],
  ["const f = () => a === b;", "a === b → true", "=== → !=="],
  ["const all = [a, b];", "a, → ", ", b → "],
  ["const all = { a, ...b };", "a, → ", ", ...b → "],
  ["const c = a?.b;", "a?.b → a.b"],
  ["const c = /^\\d{2}[^a]+$/;", "^ → ", "\\d → \\D", "{2} → ", "[^ → [", "+ → ", "$ → "],
  ["const c = all.every(f).sort();", "every → some", ".sort() → "],
  [
    "const q = sql`select a from b where c = §{d} and world_id = §{e} order by a desc limit 5`;",
    "and → or",
    "and world_id = §{e} → ",
    "c = §{d} and → ",
    "desc → asc",
    "5 → (5 + 1)",
  ],
  ["const q = sql`delete from b where c <= §{d}`;", "c <= §{d} → 1 = 1", "<= → <"],
];

describe("generated mutants", () => {
  for (const [source, ...expected] of samples) {
    test(`change ${source}`, () => {
      const found = changesOf(withDollars(source));
      for (const change of expected)
        assert.ok(found.includes(withDollars(change)), found.join("\n"));
    });
  }

  test("leave types, imports and messages of our own assertions as they are", () => {
    assert.deepEqual(
      changesOf(`import a from "a"; type B = "b" | 1; export { c } from "c"; assert(d, "e");`),
      ['assert(d, "e"); → ;'],
    );
  });

  test("change only their own text, and can be applied together", () => {
    const source = "const c = a < 1 && b > 2;";
    const wanted = findMutations("packages/a/src/b.ts", source).filter(({ find }) =>
      ["<", ">"].includes(find),
    );
    assert.equal(applyEdits(source, wanted.map(toEdit)), "const c = a <= 1 && b >= 2;");
    assert.throws(() => applyEdits("const d = a;", wanted.map(toEdit)), /has changed since/);
  });

  test("have a key that survives moved lines and tells equal changes apart", () => {
    const source = "function f() {\n  return a < b && c < d;\n}";
    const keysOf = (text: string) =>
      findMutations("packages/a/src/b.ts", text).map(({ key }) => key);
    assert.deepEqual(keysOf(`// a comment\n\n${source}`), keysOf(source));
    assert.equal(new Set(keysOf(source)).size, keysOf(source).length);
    assert.ok(keysOf(source).includes("packages/a/src/b.ts#f: < → <= (2)"), keysOf(source).join());
  });

  test("follow from the seed, and reach many packages", () => {
    const keys = (seed: number) => chooseMutations(60, seed).map(({ key }) => key);
    const chosen = keys(1);
    assert.deepEqual(keys(1), chosen);
    assert.equal(new Set(chosen).size, 60);
    assert.ok(keys(2).filter((key) => chosen.includes(key)).length < 10);
    assert.ok(new Set(chosen.map((key) => key.split("/")[1])).size >= 6);
  });

  test("are judged first by the tests of their module", () => {
    for (const [file, test] of [
      [
        "ledger/src/transactions/list-transactions.ts",
        "ledger/test/transactions/list-transactions",
      ],
      ["bank/src/pipeline/pipeline.ts", "bank/test/pipeline/pipeline"],
      ["server/src/workers/metrics-collector.ts", "server/test/metrics-collector"],
    ] as const) {
      const { nearest } = findNearTests({ file: `packages/${file}`, line: 20 });
      assert.equal(nearest[0], `packages/${test}.test.ts`);
    }
  });
});

describe("what is recorded about generated mutants", () => {
  test("equivalent ones still exist in the source, and have a reason", () => {
    for (const [key, reason] of equivalents) {
      const file = key.split("#")[0] ?? "";
      const keys = findMutations(file, readSource(file)).map((one) => one.key);
      assert.ok(keys.includes(key), `${key} is gone: delete it from equivalents.ts`);
      assert.match(reason, /^[A-Z].{20,}\.$/);
    }
  });

  test("docs/spec/generated-mutants.md has the score of the run that was published", () => {
    assert.equal(readFileSync(scorePage, "utf8"), formatScorePage(readJudged()));
  });
});
