import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const looksLikeCode = [
  /[;{}]$/,
  /^(const|let|var)\s+[\w{[]+.*=/,
  /^(import|export)\s.*["'{]/,
  /^(if|for|while|switch)\s*\(.*\)\s*\{?$/,
  /^(return|await|throw)\s.*[();]/,
  /^[\w.]+\(.*\),?$/,
];
const unfinished = /\b(TODO|FIXME)\b/;

export function commentsAreProse({ path, tokens }: SourceFile): readonly Finding[] {
  return tokens
    .filter(({ kind, text }) => kind === "comment" && text.startsWith("//"))
    .filter(({ text }) => looksLikeCode.some((form) => form.test(text.slice(2).trim())))
    .map(({ line }) => ({
      path,
      line,
      rule: "the comment looks like code",
      fix: "Delete it; git has the history",
    }));
}

export function noTodoComments({ path, tokens }: SourceFile): readonly Finding[] {
  return tokens
    .filter(({ kind, text }) => kind === "comment" && unfinished.test(text))
    .map(({ line, text }) => ({
      path,
      line,
      rule: `the comment contains ${unfinished.exec(text)?.[0]}`,
      fix: "Do it, or open an issue",
    }));
}
