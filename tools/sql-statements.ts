import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { textFor } from "@varde/storage";

/** One sql`…` of the source, as each engine gets it; none where the other engine has its own. */
export interface SourceStatement {
  /** For example "packages/ledger/src/accounts.ts:40". */
  readonly place: string;
  readonly sqlite: string | undefined;
  readonly postgres: string | undefined;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every statement in the source of the packages, so that a test can prepare each of them. */
export function everyStatement(): readonly SourceStatement[] {
  return globSync("packages/*/src/**/*.ts", { cwd: root })
    .toSorted()
    .flatMap((file) => statementsIn(readFileSync(`${root}/${file}`, "utf8"), file));
}

/** Found by their tag. Examples in comments are left out. */
export function statementsIn(source: string, file: string): readonly SourceStatement[] {
  const found: SourceStatement[] = [];
  for (const match of source.matchAll(/(?<![\w.`$])sql`/g)) {
    const before = source.slice(0, match.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
    const parts = templateParts(source, match.index + match[0].length);
    // Either a form of `perEngine`, or in the room of one engine.
    const only = (/\b(sqlite|postgres):\s*$/.exec(before) ??
      /\/(sqlite|postgres)\//.exec(file))?.[1];
    found.push({
      place: `${file}:${before.split("\n").length}`,
      sqlite: only === "postgres" ? undefined : textFor("sqlite", parts),
      postgres: only === "sqlite" ? undefined : textFor("postgres", parts),
    });
  }
  return found;
}

/** The text between the interpolations of the template literal that opens before `start`. */
function templateParts(source: string, start: number): readonly string[] {
  const parts: string[] = [];
  let partStart = start;
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source[at] === "\\") {
      at += 2;
    } else if (source.startsWith("${", at)) {
      parts.push(source.slice(partStart, at));
      at = endOfInterpolation(source, at + 2);
      partStart = at;
    } else {
      at += 1;
    }
  }
  return [...parts, source.slice(partStart, at)];
}

/** Past the brace that closes the interpolation; strings and templates in it are skipped. */
function endOfInterpolation(source: string, start: number): number {
  let at = start;
  while (source[at] !== "}") {
    const character = source[at];
    if (character === undefined) throw new Error("An interpolation in a statement never ends.");
    if (character === "{") at = endOfInterpolation(source, at + 1);
    else if (character === "`") at = endOfTemplate(source, at + 1);
    else if (character === '"' || character === "'") at = endOfString(source, at);
    else at += 1;
  }
  return at + 1;
}

function endOfTemplate(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) at = endOfInterpolation(source, at + 2);
    else at += source[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start]) at += source[at] === "\\" ? 2 : 1;
  return at + 1;
}
