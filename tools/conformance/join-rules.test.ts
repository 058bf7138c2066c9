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
const evidence = (
  tests: readonly string[],
  code: readonly string[] = [],
  mutated: readonly string[] = [],
) => ({
  rules: parseRules(markdown),
  tests: tests.map(at),
  code: code.map(at),
  mutated,
});

describe("reading", () => {
  test("parses the id, text, state, section and line of a rule", () => {
    const [rule] = parseRules(markdown);
    const expected = { id: "SIG-01", text: "TLS is used.", state: "planned" };
    assert.deepEqual(rule, { ...expected, section: "Signing", line: 5 });
  });

  test("refuses a malformed row and an unknown state", () => {
    assert.throws(() => parseRules("| SIG-01 | TLS is used. |"), /line 1/);
    assert.throws(() => parseRules("| SIG-01 | TLS is used. | done |"), /unknown state "done"/);
  });

  test("only the start of a title cites rules", () => {
    const text =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
      'test("SIG-01: a", f); test(`SIG-02, SIG-03: ${b}`, f); test("as in SIG-04: c", f);';
    const ids = listTestCitations(sourceFile("a.test.ts", text)).map(({ id }) => id);
    assert.deepEqual(ids, ["SIG-01", "SIG-02", "SIG-03"]);
  });

  test("comments cite rules anywhere; strings and other names of that shape do not", () => {
    const text = '/* Obeys SIG-01\n   and SIG-02, by SHA-512. */\nconst a = "SIG-03";';
    const found = listCodeCitations(sourceFile("a.ts", text), new Set(["SIG"]));
    assert.deepEqual(
      found.map(({ id, line }) => `${id} ${line}`),
      ["SIG-01 1", "SIG-02 2"],
    );
  });
});

describe("joining", () => {
  test("finds no fault if rules, code and tests agree", () => {
    assert.deepEqual(findFaults(evidence(["SIG-02"], ["SIG-01"])), []);
  });

  test("finds an implemented rule without a test", () => {
    assert.match(findFaults(evidence([])).join(), /^SIG-02 is marked implemented/);
  });

  test("finds a test or comment that cites an unknown rule", () => {
    assert.equal(findFaults(evidence(["SIG-02", "SIG-09"], ["SIG-08"])).length, 2);
  });

  test("finds a mutant of an unknown rule", () => {
    assert.match(findFaults(evidence(["SIG-02"], [], ["SIG-09"])).join(), /^a mutant .* SIG-09$/);
  });

  test("finds an id that is defined twice", () => {
    const rules = parseRules(markdown + markdown);
    const faults = findFaults({ rules, tests: [at("SIG-02")], code: [], mutated: [] });
    assert.equal(faults[0], "SIG-01 is defined twice, in lines 5, 12");
  });
});

describe("writing", () => {
  test("marks a tested rule as implemented and changes no other state", () => {
    const states = parseRules(markImplemented(markdown, new Set(["SIG-01", "SIG-03"]))).map(
      ({ state }) => state,
    );
    assert.deepEqual(states, ["implemented", "implemented", "decided"]);
  });

  test("links each rule to each of its test files once, and counts its mutants", () => {
    const table = formatConformance(evidence(["SIG-02", "SIG-02"], [], ["SIG-02", "SIG-02"]));
    assert.match(table, /3 rules: 1 decided, 1 implemented, 1 planned\./);
    const link = "[bank/a](../../packages/bank/test/a.test.ts)";
    assert.ok(table.includes(`| SIG-02 | implemented | ${link} | 2 |  |\n`));
  });
});
