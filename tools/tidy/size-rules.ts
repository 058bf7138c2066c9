import { listFunctions } from "../source/list-functions.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const functionLinesMax = 60;
const columnsMax = 100;
/** A key, digest or address of this length cannot be broken, so its line may be longer. */
const unbreakableCharactersMin = 60;

/** Tables of data and user-facing texts have no length limit. */
const isData = (path: string) => /\/(data|texts)\//.test(path);

/** Not for JSX, which the parser behind `listFunctions` does not read. */
export function functionsAreShort({ path, text }: SourceFile): readonly Finding[] {
  const isShort = text.split("\n", functionLinesMax + 2).length <= functionLinesMax + 1;
  if (path.endsWith(".tsx") || isShort) return [];
  return listFunctions(text)
    .filter(({ lines }) => lines > functionLinesMax && !isData(path))
    .map(({ name, line, lines }) => ({
      path,
      line,
      rule: `${name} has ${lines} lines, ${functionLinesMax} at most`,
      fix: "Extract its steps into functions",
    }));
}

export function linesAreNarrow({ path, text }: SourceFile): readonly Finding[] {
  const unbreakable = new RegExp(`\\S{${unbreakableCharactersMin}}`);
  const lines = text.split("\n");
  const aligned = findAlignedLines(lines);
  return lines.flatMap((content, index) => {
    const columns = [...content].length;
    if (columns <= columnsMax || isData(path) || unbreakable.test(content)) return [];
    if (aligned.has(index)) return [];
    const rule = `the line has ${columns} columns, ${columnsMax} at most`;
    return [{ path, line: index + 1, rule, fix: "Break it" }];
  });
}

/** Finds tables that the formatter ignores because their columns are aligned. */
function findAlignedLines(lines: readonly string[]): ReadonlySet<number> {
  const aligned = new Set<number>();
  for (const [index, content] of lines.entries()) {
    const indent = /^(\s*)\/\/ biome-ignore format:/.exec(content)?.[1];
    if (indent === undefined) continue;
    const closing = new RegExp(`^${indent}[}\\])]`);
    const end = lines.findIndex((line, at) => at > index && closing.test(line));
    for (let at = index; at < end; at += 1) aligned.add(at);
  }
  return aligned;
}
