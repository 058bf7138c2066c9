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

/** Tests of `npm test` that must wait for a time by the clock, and what for. */
const waitingTests: ReadonlyMap<string, string> = new Map([
  ["packages/bank/test/http/connections.test.ts", "nothing is sent for a moment"],
  ["packages/eidas/test/eidas-trust.test.ts", "the time of a revocation is in whole seconds"],
  ["packages/sandbox/test/snapshots/parse-snapshot.test.ts", "a monitor takes its first sample"],
  ["packages/server/test/installation/reload.test.ts", "the head of a request has arrived"],
  ["packages/storage/test/postgres/find-writable.test.ts", "a server is slow"],
  ["test/monitoring/alert-conditions.test.ts", "a system is slow, or the event loop is held"],
  ["test/monitoring/held-event-loop.test.ts", "a system is slow, or the event loop is held"],
]);

const waits = new Set(["setTimeout", "sleep", "pause", "delay", "wait"]);
const clocks = new Set(["Date", "performance"]);

/**
 * Finds a test that sleeps for a fixed time or spins until the clock shows one: it is slow, and
 * fails on a loaded machine. Waiting a moment between two looks at a condition is fine.
 */
export function testsWaitForConditions({ path, code }: SourceFile): readonly Finding[] {
  if (!isTest(path) || path.endsWith(".long.test.ts")) return [];
  if (waitingTests.has(path)) return [];
  const fix = "Wait for the condition or event, or use the injected clock";
  return code.flatMap((token, index) => {
    const [before, next, value] = [code[index - 1], code[index + 1], code[index + 2]];
    const isCall = waits.has(token.text) && next?.text === "(";
    const isSleep =
      isCall && (before?.text === "await" || (before?.text === "=>" && value?.text === "resolve"));
    const isSpin =
      token.text === "while" &&
      next?.text === "(" &&
      clocks.has(value?.text ?? "") &&
      code[index + 4]?.text === "now";
    if (!isSpin && !(isSleep && !isInLoop(code, index))) return [];
    return [{ path, line: token.line, rule: "a test waits for the clock", fix }];
  });
}

/** Whether a token is in a loop of its own function. */
const isInLoop = (code: SourceFile["code"], from: number): boolean => {
  let closed = 0;
  for (let index = from; index >= 0; index -= 1) {
    const text = code[index]?.text;
    if (text === "}") closed += 1;
    if (text === "{" && closed > 0) closed -= 1;
    else if (text === "{" && code[index - 1]?.text === "=>") return false;
    if (closed === 0 && ["while", "for", "do"].includes(text ?? "")) return true;
    if (closed === 0 && text === "function") return false;
  }
  return false;
};
