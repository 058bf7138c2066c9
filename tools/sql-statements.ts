import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  databaseNow,
  Fragment,
  forUpdate,
  forUpdateSkipLocked,
  inList,
  jsonRows,
  type Statement,
  sql,
  textFor,
} from "@varde/storage";

/** A sql`…` of the source, as each engine receives it; undefined if it is for the other engine. */
export interface SourceStatement {
  /** File and line, for example "packages/ledger/src/accounts.ts:40". */
  readonly place: string;
  readonly sqlite: string | undefined;
  readonly postgres: string | undefined;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** Lists every statement in the source of the packages, so that a test can prepare each of them. */
export function listStatements(): readonly SourceStatement[] {
  const sources = globSync("packages/*/src/**/*.ts", {
    cwd: root,
    exclude: ["packages/testkit/**"],
  })
    .toSorted()
    .map((file) => [readFileSync(`${root}/${file}`, "utf8"), file] as const);
  const tables = new Map(sources.flatMap(([source]) => parseTables(source)));
  const shared = sources.flatMap(([source]) => source.match(sharedFragment) ?? []).join("\n");
  return sources.flatMap(([source, file]) => parseStatements(source, file, tables, shared));
}

/** A fragment that other files import. */
const sharedFragment = /^export const \w+ = fragment`[^`]*`;$/gm;

/** A declared table, with the columns that its declaration lists. */
interface DeclaredTable {
  readonly table: string;
  readonly columns: string;
}

type Tables = ReadonlyMap<string, DeclaredTable>;

/** Finds the tables that a file declares, by their names in the source. */
const parseTables = (source: string): readonly (readonly [string, DeclaredTable])[] =>
  [...source.matchAll(/const (\w+) = table\(\s*"(\w+)"(?:, \{\n(.*?)^\})?/gms)].map(
    ([, name = "", table = "", fields = ""]) => [name, { table, columns: listColumns(fields) }],
  );

/** Lists the columns of a declaration; `*` if it takes them from elsewhere. */
const listColumns = (fields: string): string => {
  if (!/^ {2}\w+:/m.test(fields) || fields.includes("...")) return "*";
  return [...fields.matchAll(/^ {2}(\w+): (?:named\("(\w+)")?/gm)]
    .map(([, field = "", named]) => named ?? field.replace(/[A-Z]/g, "_$&").toLowerCase())
    .join(", ");
};

/** Finds statements by their tag. Examples in comments are ignored. */
export function parseStatements(
  source: string,
  file: string,
  tables: Tables = new Map(parseTables(source)),
  shared = "",
): readonly SourceStatement[] {
  const all = source + shared;
  const found: SourceStatement[] = [];
  for (const match of source.matchAll(/(?<![\w.`$])sql`/g)) {
    const before = source.slice(0, match.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
    const { template } = parseTemplate(all, match.index + match[0].length, tables);
    // A branch of `perEngine`, or a file in the folder of one engine.
    const only = (/\b(sqlite|postgres):\s*$/.exec(before) ??
      /\/(sqlite|postgres)\//.exec(file))?.[1];
    found.push({
      place: `${file}:${before.split("\n").length}`,
      sqlite: only === "postgres" ? undefined : textFor("sqlite", template.sqlite),
      postgres: only === "sqlite" ? undefined : textFor("postgres", template.postgres),
    });
  }
  return found;
}

/** Reads the template that opens before `start`, with its fragments inserted. */
function parseTemplate(source: string, start: number, tables: Tables): Statement {
  const parts: string[] = [];
  const values: (Fragment | null)[] = [];
  let partStart = start;
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source[at] === "\\") {
      at += 2;
    } else if (source.startsWith("${", at)) {
      parts.push(source.slice(partStart, at));
      partStart = findInterpolationEnd(source, at + 2);
      values.push(findFragment(source, source.slice(at + 2, partStart - 1), tables));
      at = partStart;
    } else {
      at += 1;
    }
  }
  parts.push(source.slice(partStart, at));
  return sql(Object.assign(parts, { raw: parts }), ...values);
}

/** The fragments of the storage package, by the beginning of the expression that makes them. */
const storageFragments = new Map([
  ["inList(", inList([])],
  ["jsonRows(", jsonRows([])],
  ["databaseNow", databaseNow],
  ["forUpdate", forUpdate],
  ["forUpdateSkipLocked", forUpdateSkipLocked],
]);

/**
 * Returns the fragment that an interpolated expression stands for, if it stands for one: a fragment
 * of the storage package, part of a declared table, or one that is assigned to a name in the same
 * file or exported by another, as a value or as the result of a function. Values and
 * parameters of that name are taken for the fragment.
 */
function findFragment(source: string, expression: string, tables: Tables): Fragment | null {
  const [, declared = "", use] = /^(\w+)\.(columns$|insert\()/.exec(expression) ?? [];
  const known = tables.get(declared);
  if (use === "columns") return textFragment(known?.columns ?? "*");
  if (use !== undefined && known !== undefined) {
    const { table } = known;
    return textFragment(`insert into ${table} select * from ${table} where true`);
  }
  const name = /^(\w+)\(?/.exec(expression);
  if (name === null) return null;
  const stored = storageFragments.get(name[0]);
  if (stored !== undefined) return stored;
  const made = `(?:fragment\`|inList\\(|jsonRows\\()`;
  const assigned = new RegExp(`const ${name[1]} = (?:\\([^()]*\\)\\s*=>\\s*)?(${made})`).exec(
    source,
  );
  if (assigned?.[1] === undefined) return null;
  return (
    storageFragments.get(assigned[1]) ??
    new Fragment(parseTemplate(source, assigned.index + assigned[0].length, tables))
  );
}

const textFragment = (text: string): Fragment =>
  new Fragment({ template: { sqlite: [text], postgres: [text] }, parameters: [] });

/** Returns the index after the brace that closes the interpolation. */
function findInterpolationEnd(source: string, start: number): number {
  let at = start;
  while (source[at] !== "}") {
    const character = source[at];
    if (character === undefined)
      throw new Error("An interpolation in a statement has no closing brace.");
    if (character === "{") at = findInterpolationEnd(source, at + 1);
    else if (character === "`") at = findTemplateEnd(source, at + 1);
    else if (character === '"' || character === "'") at = findStringEnd(source, at);
    else at += 1;
  }
  return at + 1;
}

function findTemplateEnd(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) at = findInterpolationEnd(source, at + 2);
    else at += source[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

function findStringEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start]) at += source[at] === "\\" ? 2 : 1;
  return at + 1;
}
