import { stripTypeScriptTypes } from "node:module";
import { literalText, scanTokens, type Token, withoutComments } from "./scan-tokens.ts";

export interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

const closers: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "${": "}" };
const statementWords = new Set(["if", "for", "while", "switch", "catch", "with", "await"]);
const groupWords = new Set(["describe", "suite"]);
const testWords = new Set([...groupWords, "test", "it"]);

interface Pairs {
  /** Maps the index of an opening token to that of its closing token, and back. */
  readonly partner: ReadonlyMap<number, number>;
  /** Maps the index of a token to that of the opening token around it. */
  readonly parent: ReadonlyMap<number, number>;
}

/**
 * Lists the functions of a file with the lines they span. Types are stripped first, so a `{` after
 * a `)` can only open the body of a function or the block of a statement. A callback that registers
 * tests counts as a list of tests and not as a function; its tests are functions.
 */
export function listFunctions(source: string): readonly FunctionSpan[] {
  const tokens = withoutComments(scanTokens(stripTypeScriptTypes(source)));
  const pairs = pairUp(tokens);
  const spans: FunctionSpan[] = [];
  for (const index of tokens.keys()) {
    const start = findFunctionStart(tokens, pairs, index);
    const end = tokens[pairs.partner.get(index) ?? -1];
    const first = tokens[start ?? -1];
    if (start === undefined || first === undefined || end === undefined) continue;
    if (isListOfTests(tokens, pairs, start, index)) continue;
    spans.push({
      name: functionName(tokens, start),
      line: first.line,
      lines: end.line - first.line + 1,
    });
  }
  return spans;
}

function pairUp(tokens: readonly Token[]): Pairs {
  const partner = new Map<number, number>();
  const parent = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const opener = open.at(-1);
    const opening = tokens[opener ?? -1];
    if (token.kind !== "punctuator") {
      if (opener !== undefined) parent.set(index, opener);
    } else if (opening && opener !== undefined && closers[opening.text] === token.text) {
      partner.set(opener, index);
      partner.set(index, opener);
      open.pop();
    } else {
      if (opener !== undefined) parent.set(index, opener);
      if (token.text in closers) open.push(index);
    }
  }
  return { partner, parent };
}

/** Returns the first index of the function whose body opens at `index`, or undefined. */
function findFunctionStart(tokens: readonly Token[], pairs: Pairs, index: number) {
  const opener = tokens[index];
  const before = tokens[index - 1];
  if (opener?.kind !== "punctuator" || before === undefined) return undefined;
  if (before.text === "=>" && ["{", "(", "["].includes(opener.text)) {
    const parameters = pairs.partner.get(index - 2) ?? index - 2;
    return tokens[parameters - 1]?.text === "async" ? parameters - 1 : parameters;
  }
  const parameters = pairs.partner.get(index - 1);
  if (opener.text !== "{" || before.text !== ")" || parameters === undefined) return undefined;
  const name = tokens[parameters - 1];
  if (name === undefined || (name.kind === "word" && statementWords.has(name.text))) {
    return undefined;
  }
  return parameters - 1;
}

/** Returns whether the callback is passed to `describe`, or to another call and registers tests. */
function isListOfTests(tokens: readonly Token[], pairs: Pairs, start: number, body: number) {
  const around = pairs.parent.get(start);
  if (around === undefined || tokens[around]?.text !== "(") return false;
  const callee = tokens[around - 1];
  if (callee?.kind !== "word" || tokens[body]?.text !== "{") return false;
  if (groupWords.has(callee.text)) return true;
  return tokens.some(
    (token, at) =>
      pairs.parent.get(at) === body &&
      token.kind === "word" &&
      testWords.has(token.text) &&
      tokens[at - 1]?.text !== "." &&
      tokens[at + 1]?.text === "(",
  );
}

function functionName(tokens: readonly Token[], start: number) {
  const own = tokens[start];
  if (own?.kind === "word" && own.text !== "async" && own.text !== "function") return own.text;
  const before = tokens[start - 1];
  const named = tokens[start - 2];
  if (before?.text === "=" && named) return named.text;
  if (before?.text === "," && named) return literalText(named);
  return "a function";
}
