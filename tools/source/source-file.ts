import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Import, listImports } from "./list-imports.ts";
import { scanTokens, type Token, withoutComments } from "./scan-tokens.ts";

/** A file of the repository, with its tokens and imports. */
export interface SourceFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly code: readonly Token[];
  readonly imports: readonly Import[];
}

export function sourceFile(path: string, text: string): SourceFile {
  const tokens = scanTokens(text);
  const code = withoutComments(tokens);
  return { path, text, tokens, code, imports: listImports(code) };
}

export function readSourceFile(root: string, path: string): SourceFile {
  return sourceFile(path, readFileSync(join(root, path), "utf8"));
}
