import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sourceFile } from "../source/source-file.ts";
import { findFaults, formatConformance } from "./join-rules.ts";
import { listCodeCitations, listTestCitations } from "./list-citations.ts";
import { markImplemented, parseRules } from "./rule-table.ts";

const markdown = `## Signing

| id | rule | state |
|---|---|---|
| SIG-01 | TLS is used. | planned |
| SIG-02 | Requests are signed. | implemented |
| SIG-03 | Keys are long. | decided |
`;
const at = (id: string) => ({ id, path: "packages/bank/test/a.test.ts", line: 7 });
const evidence = (tests: readonly string[], code: readonly string[] = []) => ({
  rules: parseRules(markdown),
  tests: tests.map(at),
  code: code.map(at),
});

describe("reading", () => {
  test("a rule has its id, text, state, section and line", () => {
    const [rule] = parseRules(markdown);
    const expected = { id: "SIG-01", text: "TLS is used.", state: "planned" };
    assert.deepEqual(rule, { ...expected, section: "Signing", line: 5 });
  });

  test("a row out of form or with an unknown state is not passed over", () => {
    assert.throws(() => parseRules("| SIG-01 | TLS is used. |"), /line 1/);
    assert.throws(() => parseRules("| SIG-01 | TLS is used. | done |"), /no state/);
  });

  test("titles name rules at their start only", () => {
    const text =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
      'test("SIG-01: a", f); test(`SIG-02, SIG-03: ${b}`, f); test("as in SIG-04: c", f);';
    const ids = listTestCitations(sourceFile("a.test.ts", text)).map(({ id }) => id);
    assert.deepEqual(ids, ["SIG-01", "SIG-02", "SIG-03"]);
  });

  test("comments name rules anywhere, strings and other names of that shape do not", () => {
    const text = '/* Obeys SIG-01\n   and SIG-02, by SHA-512. */\nconst a = "SIG-03";';
    const found = listCodeCitations(sourceFile("a.ts", text), new Set(["SIG"]));
    assert.deepEqual(
      found.map(({ id, line }) => `${id} ${line}`),
      ["SIG-01 1", "SIG-02 2"],
    );
  });
});

describe("joining", () => {
  test("rules, code and tests that agree have no faults", () => {
    assert.deepEqual(findFaults(evidence(["SIG-02"], ["SIG-01"])), []);
  });

  test("an implemented rule without a test is a fault", () => {
    assert.match(findFaults(evidence([])).join(), /^SIG-02 is marked implemented/);
  });

  test("a test or a comment that names no rule is a fault", () => {
    assert.equal(findFaults(evidence(["SIG-02", "SIG-09"], ["SIG-08"])).length, 2);
  });

  test("an id given twice is a fault", () => {
    const rules = parseRules(markdown + markdown);
    const faults = findFaults({ rules, tests: [at("SIG-02")], code: [] });
    assert.equal(faults[0], "SIG-01 is given twice, in lines 5, 12");
  });
});

describe("writing", () => {
  test("a tested rule becomes implemented, a decided one stays decided, none falls back", () => {
    const states = parseRules(markImplemented(markdown, new Set(["SIG-01", "SIG-03"]))).map(
      ({ state }) => state,
    );
    assert.deepEqual(states, ["implemented", "implemented", "decided"]);
  });

  test("the table links each rule to its tests once", () => {
    const table = formatConformance(evidence(["SIG-02", "SIG-02"]));
    assert.match(table, /3 rules: 1 decided, 1 implemented, 1 planned\./);
    const link = "[bank/a](../../packages/bank/test/a.test.ts)";
    assert.ok(table.includes(`| SIG-02 | implemented | ${link} |  |\n`));
  });
});
