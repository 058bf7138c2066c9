import assert from "node:assert/strict";
import { test } from "node:test";
import { sourceFile } from "../source/source-file.ts";
import { findSlowText } from "./find-slow-text.ts";
import { isRunningSource, listPatterns } from "./list-patterns.ts";
import { patternsAreLinear, type Verdicts } from "./verdicts.ts";

const list = (source: string) =>
  listPatterns(sourceFile("packages/bank/src/a.ts", source)).map(({ text }) => text);

test("lists literals, patterns of schemas, and those composed at run time", () => {
  assert.deepEqual(list("const a = b.replace(/c+/g, d) / e;"), ["/c+/g"]);
  assert.deepEqual(list('string({ pattern: "^\\\\d$" });'), ["/^\\d$/u"]);
  assert.deepEqual(list('{ patternProperties: { "^a": b } }'), ["/^a/u"]);
  assert.deepEqual(list('new RegExp(f(a, "b"), "m").test(c)'), ['RegExp(f(a,"b"),"m")']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
  assert.deepEqual(list("{ pattern: `^${a(b, c)}$`, d }"), ["pattern: `^${a(b,c)}$`"]);
  assert.deepEqual(list('{ pattern: "a" + b }'), ['pattern: "a"+b']);
  assert.deepEqual(list("(pattern: RegExp, text: string) => pattern"), []);
});

test("reads the sources that run, not those of tests", () => {
  assert(isRunningSource("packages/bank/src/http/a.ts"));
  assert(isRunningSource("packages/sandbox/browser/search.js"));
  assert(!isRunningSource("packages/bank/test/a.test.ts"));
  assert(!isRunningSource("packages/testkit/src/tpp/resign.ts"));
});

test("finds patterns that are new, gone, or slow without a reason", () => {
  const verdicts: Verdicts = {
    proven: ["/a/"],
    fuzzed: ["/gone/"],
    timed: [],
    superLinear: { "/b+$/": "", "/c+$/": "Our own documents." },
    composed: {},
  };
  const found = ["/a/", "/b+$/", "/c+$/", "/new/"].map((text, at) => {
    return { text, isComposed: false, path: "a.ts", line: at + 1 };
  });
  assert.deepEqual(
    patternsAreLinear(found, verdicts).map(({ path, line, rule }) => `${path}:${line} ${rule}`),
    [
      "a.ts:2 /b+$/ has no reason in tools/patterns/verdicts.json",
      "a.ts:4 /new/ is not judged",
      "tools/patterns/verdicts.json:1 /gone/ is in no source",
    ],
  );
});

test("finds texts that slow a pattern down, also from match to match", () => {
  const slow = [/^(?:a|a)*$/, /=["'].*["']$/, /<!--[\s\S]*?-->|</g];
  for (const pattern of slow) assert.notEqual(findSlowText(pattern), undefined, String(pattern));
  assert.equal(findSlowText(/(?<!=)=+$/), undefined);
});
