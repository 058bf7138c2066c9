import type { Token } from "../source/scan-tokens.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/** A member of an interface or class, with the comment before it. */
interface Member {
  readonly name: string;
  readonly line: number;
  readonly doc: string | undefined;
  readonly isOptional: boolean;
  readonly isNumber: boolean;
}

const modifiers = new Set(["readonly", "declare", "get", "set", "async", "static", "abstract"]);
const opening = new Set(["{", "${", "(", "[", "<"]);
const closing = new Set(["}", ")", "]", ">"]);
const unit = /milliseconds|seconds|number of|HTTP status/i;
const absence = /@defaultValue|\bAbsent\b|Not allowed/;

/**
 * Everything that the index of a package exports has a doc comment, and so has each member: with
 * the default of an optional one, and the unit of a number.
 */
export function publicMembersAreDocumented(
  index: SourceFile,
  files: readonly SourceFile[],
): readonly Finding[] {
  return files.flatMap((file) => {
    const isPublic = publicNames(index, file.path);
    return listDeclarations(file.tokens)
      .filter(({ name }) => isPublic(name))
      .flatMap((declaration) => [declaration, ...declaration.members])
      .flatMap((each) =>
        describeGap(each).map((gap) => ({ path: file.path, line: each.line, ...gap })),
      );
  });
}

function describeGap({
  name,
  doc,
  isOptional,
  isNumber,
}: Member): readonly Pick<Finding, "rule" | "fix">[] {
  if (doc === undefined) {
    return [{ rule: `${name} is public and has no doc comment`, fix: "Say what it is" }];
  }
  const gaps: Pick<Finding, "rule" | "fix">[] = [];
  if (isOptional && !absence.test(doc)) {
    const fix = "Add @defaultValue, or say when it is Absent";
    gaps.push({ rule: `the default of ${name} is not documented`, fix });
  }
  if (isNumber && !unit.test(doc)) {
    gaps.push({ rule: `the unit of ${name} is not documented`, fix: "Say what it counts" });
  }
  return gaps;
}

/** Returns whether the index exports a name of a file. */
function publicNames(index: SourceFile, path: string): (name: string) => boolean {
  const folder = index.path.replace(/[^/]*$/, "");
  const from = path.replace(folder, "./");
  const names = new Set<string>();
  let isWhole = false;
  for (const [, list = "", target] of index.text.matchAll(
    /export (?:type )?(\*|\{[^}]*\}) from "([^"]+)"/g,
  )) {
    if (target !== from) continue;
    if (list === "*") isWhole = true;
    for (const [, name = ""] of list.matchAll(/(?:type )?(\w+)(?=[,\s}])/g)) names.add(name);
  }
  return (name) => isWhole || names.has(name);
}

interface Declaration extends Member {
  readonly members: readonly Member[];
}

const declared = new Set(["interface", "class", "const", "type", "function"]);

function listDeclarations(tokens: readonly Token[]): readonly Declaration[] {
  return tokens.flatMap((token, at) => {
    const [kind, name] = [tokens[at + 1], tokens[at + 2]];
    if (token.text !== "export" || kind === undefined || name === undefined) return [];
    if (!declared.has(kind.text) || name.kind !== "word") return [];
    const doc = docBefore(tokens, at);
    const base = { name: name.text, line: token.line, doc, isOptional: false, isNumber: false };
    const hasMembers = kind.text === "interface" || kind.text === "class";
    return [
      { ...base, members: hasMembers ? listMembers(tokens, bodyStart(tokens, at), name.text) : [] },
    ];
  });
}

const docBefore = (tokens: readonly Token[], at: number): string | undefined => {
  const before = tokens[at - 1];
  return before?.text.startsWith("/**") ? before.text : undefined;
};

/** Returns the index after the brace that opens a body; braces of type arguments are skipped. */
function bodyStart(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let next = at; next < tokens.length; next += 1) {
    const { text } = tokens[next] ?? { text: "" };
    if (text === "{" && depth === 0) return next + 1;
    if (opening.has(text)) depth += 1;
    if (closing.has(text)) depth -= 1;
  }
  return tokens.length;
}

function listMembers(tokens: readonly Token[], start: number, owner: string): readonly Member[] {
  const members: Member[] = [];
  let depth = 0;
  let first = start;
  for (let at = start; at < tokens.length && depth >= 0; at += 1) {
    const { text } = tokens[at] ?? { text: "" };
    if (opening.has(text)) depth += 1;
    if (closing.has(text)) depth -= 1;
    const isBlockEnd =
      text === "}" && depth === 0 && !/^[;,|&[)=>]$/.test(tokens[at + 1]?.text ?? "");
    if (depth === 0 && (text === ";" || isBlockEnd)) {
      members.push(...readMember(tokens.slice(first, at), owner));
      first = at + 1;
    }
  }
  return members;
}

function readMember(tokens: readonly Token[], owner: string): readonly Member[] {
  const code = tokens.filter(({ kind }) => kind !== "comment");
  const at = code.findIndex(({ text }) => !modifiers.has(text));
  const name = code[at];
  if (name === undefined || name.kind !== "word" || /^(?:#|private$)/.test(name.text)) return [];
  const rest = code.slice(at + 1).map(({ text }) => text);
  const isOptional = rest[0] === "?";
  const type = rest.slice(rest.indexOf(":") + 1);
  const doc = tokens.findLast(({ kind, text }) => kind === "comment" && text.startsWith("/**"));
  return [
    {
      name: `${owner}.${name.text}`,
      line: name.line,
      doc: doc?.text,
      isOptional,
      isNumber: rest.indexOf(":") === (isOptional ? 1 : 0) && type[0] === "number",
    },
  ];
}
