import type { SourceFile } from "../source/source-file.ts";

/** A regular expression of a source. */
export interface Pattern {
  /** As a literal, `/a+/u`; one that is composed at run time as its expression. */
  readonly text: string;
  /** Only its parts are in the source, so that no tool can judge it. */
  readonly isComposed: boolean;
  readonly path: string;
  readonly line: number;
}

/** Sources that run. Those of the testkit run in tests only. */
const runs = /^packages\/(?!testkit\/)[^/]+\/(?:src|browser|bin)\/.*\.(?:tsx?|js|mjs)$/;

export const isRunningSource = (path: string): boolean => runs.test(path);

/**
 * Lists the patterns of a file: literals, `new RegExp`, and those of JSON schemas, which Ajv
 * compiles with the flag `u`.
 */
export const listPatterns = ({ path, code }: SourceFile): readonly Pattern[] =>
  code.flatMap(({ kind, text, line }, at): readonly Pattern[] => {
    const next = code[at + 1]?.text;
    const pattern = (found: string, isComposed: boolean) => [
      { text: found, isComposed, path, line },
    ];
    if (kind === "regex") return pattern(text, false);
    if (kind !== "word") return [];
    if (text === "RegExp" && next === "(") {
      return pattern(`RegExp(${readExpression(code, at + 2)})`, true);
    }
    if (text === "pattern" && next === ":") return readSchemaPattern(code, at + 2, pattern);
    if (text === "patternProperties" && next === ":") {
      return readSchemaPattern(code, at + 3, pattern);
    }
    return [];
  });

type Code = SourceFile["code"];

const readSchemaPattern = (
  code: Code,
  at: number,
  pattern: (text: string, isComposed: boolean) => readonly Pattern[],
): readonly Pattern[] => {
  const [value, after] = [code[at], code[at + 1]?.text];
  // The type of a parameter or of an element of a tuple.
  if (value?.text === "RegExp" || value?.text === "string") return [];
  if (value?.kind === "string" && value.text.startsWith('"') && after !== "+") {
    return pattern(`/${JSON.parse(value.text)}/u`, false);
  }
  return pattern(`pattern: ${readExpression(code, at, ",")}`, true);
};

/** Returns the code up to the bracket that closes around it, or up to `end` outside brackets. */
const readExpression = (code: Code, from: number, end?: string): string => {
  let depth = 0;
  let at = from;
  for (; at < code.length; at += 1) {
    const text = code[at]?.text ?? "";
    if (depth === 0 && text === end) break;
    if (["(", "[", "{", "${"].includes(text)) depth += 1;
    if ([")", "]", "}"].includes(text)) depth -= 1;
    if (depth < 0) break;
  }
  return code
    .slice(from, at)
    .map(({ text }) => text)
    .join("");
};
