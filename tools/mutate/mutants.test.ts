import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseRules } from "../conformance/rule-table.ts";
import { root } from "../source/list-files.ts";
import { formatKitPage, kitPage, nameMutant, readKitPage } from "./kit/kit-page.ts";
import { applyEdit } from "./mutant.ts";
import { guardMutants } from "./mutants/guard-mutants.ts";
import { mutants } from "./mutants/index.ts";

/** Groups of rules of which each must have a mutant. */
const groups = /^(HDR|SIG|LIM|SCA|BSK|RED)-/;

describe("mutants", () => {
  test("every rule of the six groups has one", () => {
    const rules = parseRules(readFileSync(join(root, "docs/spec/rules.md"), "utf8"));
    const mutated = new Set(mutants.map(({ rule }) => rule));
    const missing = rules.filter(({ id }) => groups.test(id) && !mutated.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
  });

  test("each one applies to its file and can be parsed", () => {
    for (const mutant of [...mutants, ...guardMutants]) {
      const source = readFileSync(join(root, "packages", mutant.file), "utf8");
      const mutated = applyEdit(source, mutant);
      assert.notEqual(mutated, source);
      assert.doesNotThrow(() => stripTypeScriptTypes(mutated), `${mutant.file}: ${mutant.replace}`);
    }
  });

  test("docs/spec/kit-mutants.md says for each one which check finds it, or why none can", () => {
    const found = readKitPage();
    const run = "run npm run mutate -- --kit with the rule";
    assert.equal(formatKitPage(found), readFileSync(kitPage, "utf8"), run);
    const unjudged = mutants.filter(
      (mutant) => mutant.hidden === undefined && !found.has(nameMutant(mutant)),
    );
    assert.deepEqual(unjudged.map(nameMutant), [], run);
    assert.ok(found.size >= 120, `the kit finds only ${found.size} mutants`);
  });

  test("a text that is missing or ambiguous is refused", () => {
    const mutant = { rule: "SIG-04", file: "bank/src/a.ts", find: "a", replace: "b" };
    assert.equal(applyEdit("x a y", mutant), "x b y");
    assert.throws(() => applyEdit("x y", mutant), /0 times in packages\/bank\/src\/a.ts/);
    assert.throws(() => applyEdit("a a", mutant), /occurs 2 times/);
  });
});
