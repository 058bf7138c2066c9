import { literalText } from "../source/scan-tokens.ts";
import type { SourceFile } from "../source/source-file.ts";

/** A place in the source that cites a rule. */
export interface Citation {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

const titleStart = /^([A-Z]{3}-\d{2,3}(?:, [A-Z]{3}-\d{2,3})*): /;
const anyId = /\b([A-Z]{3})-\d{2,3}\b(?!-)/g;

/** Lists the rules at the start of test titles: "SIG-04: …" or "NDC-01, NCB-01: …". */
export function listTestCitations({ path, code }: SourceFile): readonly Citation[] {
  return code
    .filter(({ kind }) => kind === "string" || kind === "text")
    .flatMap((token) => {
      const ids = titleStart.exec(literalText(token))?.[1]?.split(", ") ?? [];
      return ids.map((id) => ({ id, path, line: token.line }));
    });
}

/**
 * Lists the rules that comments cite. Only the prefixes of existing rules count, so that comments
 * can mention other names of this shape (SHA-512).
 */
export function listCodeCitations(
  { path, tokens }: SourceFile,
  prefixes: ReadonlySet<string>,
): readonly Citation[] {
  return tokens
    .filter(({ kind }) => kind === "comment")
    .flatMap(({ text, line }) =>
      text
        .split("\n")
        .flatMap((content, offset) =>
          [...content.matchAll(anyId)]
            .filter(([, prefix]) => prefixes.has(prefix ?? ""))
            .map(([id]) => ({ id, path, line: line + offset })),
        ),
    );
}
