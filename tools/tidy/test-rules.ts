import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const testWords = new Set(["test", "it", "describe", "suite"]);
const partialWords = new Set(["only", "skip", "todo"]);

const isTest = (path: string) => path.endsWith(".test.ts");

export function noTestIsSkipped({ path, code }: SourceFile): readonly Finding[] {
  if (!isTest(path)) return [];
  return code.flatMap((token, index) => {
    if (token.kind !== "word" || !partialWords.has(token.text)) return [];
    const [next, value] = code.slice(index + 1, index + 3);
    const isCall = code[index - 1]?.text === "." && next?.text === "(";
    const isOption = next?.text === ":" && (value?.text === "true" || value?.kind === "string");
    if (!isCall && !isOption) return [];
    const rule = `"${token.text}" prevents tests from running`;
    return [{ path, line: token.line, rule, fix: "Run the test or delete it" }];
  });
}

export function titlesStateOutcomes({ path, code }: SourceFile): readonly Finding[] {
  if (!isTest(path)) return [];
  return code.flatMap((token, index) => {
    const isTitle = code[index - 1]?.text === "(" && testWords.has(code[index - 2]?.text ?? "");
    const isLiteral = token.kind === "string" || token.kind === "text";
    if (!isTitle || !isLiteral || !/\bshould\b/i.test(token.text)) return [];
    const rule = 'a title says "should"';
    return [{ path, line: token.line, rule, fix: "State what happens" }];
  });
}

const browserModules = new Set(["playwright-core", "@varde/testkit/browser"]);

/** Requires that browser tests use the test kit's `test`, which skips them without a browser. */
export function browserTestsCanBeSkipped({ path, imports }: SourceFile): readonly Finding[] {
  if (!isTest(path)) return [];
  const isBrowserFile =
    /(^test\/browser\/|\.browser\.test\.ts$)/.test(path) ||
    imports.some(({ specifier }) => browserModules.has(specifier));
  const direct = imports.find(({ specifier }) => specifier === "node:test");
  if (!isBrowserFile || direct === undefined) return [];
  const rule = "a browser test imports from node:test";
  const fix = "Import test, before and after from @varde/testkit/browser";
  return [{ path, line: direct.line, rule, fix }];
}
