export type TokenKind = "comment" | "number" | "punctuator" | "regex" | "string" | "text" | "word";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly endLine: number;
}

const isSpace = /\s/;
const wordStart = /[\p{L}_$#@]/u;
const wordRest = /[\p{L}\p{N}_$]*/uy;
const numberRest = /[\w.]*/y;
const regexFlags = /[a-z]*/y;
const digit = /[0-9]/;
const beforeRegex = new Set([
  ..."return typeof case in of delete void throw new else do await yield instanceof".split(" "),
]);
const longPunctuators = ["...", "=>", "${", "++", "--"];

/**
 * Splits TypeScript or JavaScript into tokens. It recognises strings, templates, comments and
 * regular expressions, so that a brace inside one is never mistaken for code. It does not parse the
 * grammar. The literal parts of a template have the kind `text`.
 */
export function scanTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  const braces: ("block" | "template")[] = [];
  let at = 0;
  let line = 1;

  const take = (kind: TokenKind, end: number) => {
    const text = source.slice(at, end);
    const endLine = kind === "word" ? line : line + text.split("\n").length - 1;
    tokens.push({ kind, text, line, endLine });
    line = endLine;
    at = end;
  };

  while (at < source.length) {
    const char = source.charAt(at);
    const pair = source.slice(at, at + 2);
    if (char === "\n") line += 1;
    if (isSpace.test(char)) at += 1;
    else if (pair === "//" || (pair === "#!" && at === 0)) take("comment", lineEnd(source, at));
    else if (pair === "/*") take("comment", after(source, "*/", at + 2));
    else if (char === '"' || char === "'") take("string", stringEnd(source, at));
    else if (char === "`") take("text", templateEnd(source, at + 1));
    else if (char === "}" && braces.at(-1) === "template") {
      braces.pop();
      take("punctuator", at + 1);
      take("text", templateEnd(source, at));
    } else if (char === "/" && mayStartRegex(tokens)) take("regex", regexEnd(source, at));
    else if (digit.test(char)) take("number", runEnd(source, at, numberRest));
    else if (wordStart.test(char) && pair !== "${") take("word", runEnd(source, at + 1, wordRest));
    else {
      const punctuator = longPunctuators.find((long) => source.startsWith(long, at)) ?? char;
      if (punctuator === "${") braces.push("template");
      if (punctuator === "{") braces.push("block");
      if (punctuator === "}") braces.pop();
      take("punctuator", at + punctuator.length);
    }
  }
  return tokens;
}

/** Returns the tokens that are not comments. */
export function withoutComments(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => token.kind !== "comment");
}

/** Returns the content of a string, or of the first part of a template. */
export function literalText(token: Token): string {
  return token.text.replace(/^["'`]|["'`]$/g, "");
}

const lineEnd = (source: string, from: number) => {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
};

const after = (source: string, mark: string, from: number) => {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
};

/** Returns the end of what a sticky pattern matches. */
const runEnd = (source: string, from: number, sticky: RegExp) => {
  sticky.lastIndex = from;
  sticky.test(source);
  return sticky.lastIndex;
};

const stringEnd = (source: string, from: number) => {
  const quote = source.charAt(from);
  let end = from + 1;
  // An apostrophe in the text of JSX opens no string: it must not hide the lines below.
  while (end < source.length && source.charAt(end) !== quote && source.charAt(end) !== "\n") {
    end += source.charAt(end) === "\\" ? 2 : 1;
  }
  return source.charAt(end) === "\n" ? end : end + 1;
};

/** Returns the end after the closing backtick, or before the `${` that opens an expression. */
const templateEnd = (source: string, from: number) => {
  let end = from;
  while (end < source.length) {
    const char = source.charAt(end);
    if (char === "`") return end + 1;
    if (char === "$" && source.charAt(end + 1) === "{") return end;
    end += char === "\\" ? 2 : 1;
  }
  return end;
};

const regexEnd = (source: string, from: number) => {
  let end = from + 1;
  let inClass = false;
  while (end < source.length && (inClass || source.charAt(end) !== "/")) {
    const char = source.charAt(end);
    if (char === "[") inClass = true;
    if (char === "]") inClass = false;
    end += char === "\\" ? 2 : 1;
  }
  return runEnd(source, end + 1, regexFlags);
};

const mayStartRegex = (tokens: readonly Token[]) => {
  const last = tokens.findLast(({ kind }) => kind !== "comment");
  if (last === undefined) return true;
  if (last.kind === "word") return beforeRegex.has(last.text);
  // After "<" it is a closing tag of JSX.
  return last.kind === "punctuator" && ![")", "]", "}", "++", "--", "<"].includes(last.text);
};
