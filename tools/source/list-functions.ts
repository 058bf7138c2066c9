import { stripTypeScriptTypes } from "node:module";
import { literalOf, scanTokens, type Token, withoutComments } from "./scan-tokens.ts";

export interface FunctionSpan {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

const closerOf: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "${": "}" };
const statementWords = new Set(["if", "for", "while", "switch", "catch", "with", "await"]);
const groupWords = new Set(["describe", "suite"]);
const testWords = new Set([...groupWords, "test", "it"]);

interface Pairs {
  /** From the index of an opening token to its closing one, and back. */
  readonly partner: ReadonlyMap<number, number>;
  /** From the index of a token to the opening token around it. */
  readonly parent: ReadonlyMap<number, number>;
}

/**
 * The functions of a file with the lines they span. Types are stripped first, so what stands
 * between `)` and `{` can only be a function's body or a statement's block. A callback that
 * registers tests is a list of them, not a function with steps; the tests in it are functions.
 */
export function listFunctions(source: string): readonly FunctionSpan[] {
  const tokens = withoutComments(scanTokens(stripTypeScriptTypes(source)));
  const pairs = pairUp(tokens);
  const spans: FunctionSpan[] = [];
  for (const index of tokens.keys()) {
    const start = startOfFunction(tokens, pairs, index);
    const end = tokens[pairs.partner.get(index) ?? -1];
    const first = tokens[start ?? -1];
    if (start === undefined || first === undefined || end === undefined) continue;
    if (isListOfTests(tokens, pairs, start, index)) continue;
    spans.push({
      name: nameOf(tokens, start),
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
    } else if (opening && opener !== undefined && closerOf[opening.text] === token.text) {
      partner.set(opener, index);
      partner.set(index, opener);
      open.pop();
    } else {
      if (opener !== undefined) parent.set(index, opener);
      if (token.text in closerOf) open.push(index);
    }
  }
  return { partner, parent };
}

/** The index where the function begins whose body opens at `index`, if one does. */
function startOfFunction(tokens: readonly Token[], pairs: Pairs, index: number) {
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

/** Whether it is handed to `describe`, or to another call and registers tests itself. */
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

function nameOf(tokens: readonly Token[], start: number) {
  const own = tokens[start];
  if (own?.kind === "word" && own.text !== "async" && own.text !== "function") return own.text;
  const before = tokens[start - 1];
  const named = tokens[start - 2];
  if (before?.text === "=" && named) return named.text;
  if (before?.text === "," && named) return literalOf(named);
  return "a function";
}
