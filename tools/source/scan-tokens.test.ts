import assert from "node:assert/strict";
import { test } from "node:test";
import { scanTokens } from "./scan-tokens.ts";

const scanned = (source: string) => scanTokens(source).map(({ kind, text }) => `${kind} ${text}`);

test("a brace inside a string, a comment or a regular expression is not a token", () => {
  const source = 'f("{", /[/}]{2}/u, "\\"{"); // {\n/* } */';
  assert.deepEqual(
    scanned(source).filter((token) => /^punctuator [{}]/.test(token)),
    [],
  );
});

test("the code inside a template is scanned, the text around it is not", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
  assert.deepEqual(scanned("`a {${b(`c}${d}`)} e`"), [
    "text `a {",
    "punctuator ${",
    "word b",
    "punctuator (",
    "text `c}",
    "punctuator ${",
    "word d",
    "punctuator }",
    "text `",
    "punctuator )",
    "punctuator }",
    "text  e`",
  ]);
});

test("an object inside a template's expression does not end it", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the sample.
  assert.deepEqual(scanned("`${f({ a })}` + 1").slice(-3), ["text `", "punctuator +", "number 1"]);
});

test("a slash after a value divides", () => {
  assert.deepEqual(
    scanned("a / b / (c) / 2").filter((token) => token.startsWith("regex")),
    [],
  );
});

test("the closing tags and apostrophes of JSX are neither regular expressions nor strings", () => {
  const source = "<p>the bank's own</p>\n<b>{/a/.test(c)}</b>";
  assert.deepEqual(
    scanned(source).filter((token) => token.startsWith("regex")),
    ["regex /a/"],
  );
});

test("a token knows the lines it spans", () => {
  const [comment, string] = scanTokens('/* one\ntwo */\n"three"');
  assert.deepEqual([comment?.line, comment?.endLine, string?.line], [1, 2, 3]);
});
