import { type Node, parseSync, visitorKeys } from "oxc-parser";
import type { Edit } from "../mutant.ts";
import { type Change, listChanges } from "./operators.ts";

/** A change of a source file that the tests should notice. */
export interface Mutation extends Change {
  /** Path below the root. */
  readonly file: string;
  readonly line: number;
  readonly find: string;
  /** Names the mutation by the function that it changes, so that it survives moved lines. */
  readonly key: string;
}

export const toEdit = ({ file, start, find, replace }: Mutation): Edit => ({
  file: file.slice("packages/".length),
  start,
  find,
  replace,
});

/** Types, names of modules and messages of our own assertions cannot fail a test. */
const skippedTypes =
  /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll|JSX(?:Opening|Closing)?Element$)/;

/** Lists all mutations of a source file, in the order of the syntax tree. */
export function findMutations(file: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`Could not parse ${file}: ${errors[0]?.message}`);
  const found: { readonly change: Change; readonly place: string }[] = [];
  visit(program, "module", (node, place) => {
    for (const change of listChanges(node, source)) found.push({ change, place });
  });
  return nameMutations(file, source, found);
}

function visit(node: Node, place: string, see: (node: Node, place: string) => void): void {
  if (skippedTypes.test(node.type)) return;
  const inner = nameOf(node) ?? place;
  see(node, inner);
  for (const key of visitorKeys[node.type] ?? []) {
    if (isSkippedPart(node, key)) continue;
    const value: unknown = node[key as keyof Node];
    const parts = Array.isArray(value) ? value : [value];
    for (const part of isAssertion(node) && key === "arguments" ? parts.slice(0, 1) : parts) {
      if (isNode(part)) visit(part, inner, see);
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** The name of a property is part of a type, and that of a module is checked by the compiler. */
const isSkippedPart = (node: Node, key: string) =>
  (key === "key" && (node.type === "Property" || node.type === "MethodDefinition")) ||
  (key === "source" && node.type.startsWith("Export")) ||
  (node.type === "ImportExpression" && key === "source");

const isAssertion = (node: Node) =>
  node.type === "CallExpression" &&
  node.callee.type === "Identifier" &&
  /^assert/.test(node.callee.name);

function nameOf(node: Node): string | undefined {
  const named =
    node.type === "FunctionDeclaration" ||
    node.type === "VariableDeclarator" ||
    node.type === "ClassDeclaration"
      ? node.id
      : node.type === "MethodDefinition"
        ? node.key
        : undefined;
  return named && "name" in named ? String(named.name) : undefined;
}

function nameMutations(
  file: string,
  source: string,
  found: readonly { readonly change: Change; readonly place: string }[],
): readonly Mutation[] {
  const counts = new Map<string, number>();
  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  return found.map(({ change, place }) => {
    const find = source.slice(change.start, change.end);
    const name = `${file}#${place}: ${shorten(find)} → ${shorten(change.replace)}`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return {
      ...change,
      file,
      find,
      line: lineStarts.findLastIndex((start) => start <= change.start) + 1,
      key: number === 1 ? name : `${name} (${number})`,
    };
  });
}

/** Returns one line, so that a key is a line of a list. Long texts differ by their ends. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 90 ? line : `${line.slice(0, 60)} … ${line.slice(-25)}`;
}
