import { findBannedPhrases } from "../language/find-banned-phrases.ts";
import type { Token } from "../source/scan-tokens.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const docCommentStart = /^\/\*\*[\s*]*(Who|What|Of|That|One)\b/;
const isText = ({ kind }: Token) => kind === "comment" || kind === "string" || kind === "text";
const fence = /^\s*(```|~~~)/;

/** Finds banned phrases in the comments and strings of a file, and banned words in its names. */
export function sourceIsPlainEnglish({ path, tokens }: SourceFile): readonly Finding[] {
  const texts = joinLineComments(tokens.filter(isText)).flatMap(({ text, line }) =>
    findInText(path, text, line),
  );
  const names = tokens
    .filter(({ kind, text }) => kind === "word" && splitName(text).some(isBannedWord))
    .map(({ text, line }) => ({
      path,
      line,
      rule: `the name "${text}" is not plain English`,
      fix: 'Use "fix", "wrong" or "again"',
    }));
  return [...texts, ...names];
}

/** Finds doc comments that do not start with a verb or a noun phrase. */
export function docCommentsStartPlainly({ path, tokens }: SourceFile): readonly Finding[] {
  return tokens
    .filter(({ kind, text }) => kind === "comment" && docCommentStart.test(text))
    .map(({ line, text }) => ({
      path,
      line,
      rule: `a doc comment starts with "${docCommentStart.exec(text)?.[1]}"`,
      fix: "Start with a verb in the third person or a noun phrase",
    }));
}

/** Finds banned phrases in a Markdown file, outside code. */
export function markdownIsPlainEnglish(path: string, text: string): readonly Finding[] {
  return findInText(path, blankOutCode(text), 1);
}

function findInText(path: string, text: string, firstLine: number): readonly Finding[] {
  return findBannedPhrases(text).map(({ phrase, offset, instead }) => ({
    path,
    line: firstLine + text.slice(0, offset).split("\n").length - 1,
    rule: `"${phrase}" is not plain English`,
    fix: `Write ${instead}`,
  }));
}

/** Joins the line comments of consecutive lines, because a phrase may span two of them. */
function joinLineComments(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const continues =
      last?.text.startsWith("//") && token.text.startsWith("//") && token.line === last.endLine + 1;
    if (last === undefined || !continues) joined.push(token);
    else {
      const text = `${last.text}\n${token.text}`;
      joined[joined.length - 1] = { ...last, text, endLine: token.endLine };
    }
  }
  return joined;
}

/** Replaces fenced and inline code with blanks, so that offsets and lines stay the same. */
function blankOutCode(markdown: string): string {
  let inFence = false;
  return markdown
    .split("\n")
    .map((line) => {
      const isFence = fence.test(line);
      if (isFence) inFence = !inFence;
      if (isFence || inFence) return "";
      return line.replace(/`[^`]*`/g, (code) => "_".repeat(code.length));
    })
    .join("\n");
}

const splitName = (name: string) => name.split(/(?=[A-Z])|[_-]/).map((part) => part.toLowerCase());
const isBannedWord = (word: string) => /^(amiss|anew|mend|mends|mended|mending)$/.test(word);
