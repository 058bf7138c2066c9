import type { Node } from "oxc-parser";
import type { Change } from "./operators.ts";

type Template = Extract<Node, { type: "TemplateLiteral" }>;

/** Replaces interpolations by as many signs, so that offsets stay and nothing in them matches. */
function maskExpressions(template: Template, source: string): string {
  let text = source.slice(template.start, template.end);
  for (const { start, end } of template.expressions) {
    const from = start - template.start - 2;
    const length = end - start + 3;
    text = text.slice(0, from) + "§".repeat(length) + text.slice(from + length);
  }
  return text;
}

const word = (pattern: string) => new RegExp(`(?<![\\w§.])(?:${pattern})(?![\\w§])`, "gi");

/** A condition: everything up to the next `and`, `or`, clause or closing bracket. */
const clauses = "and|or|order|group|limit|returning|for|on|union|having|set|where|join|left";
const inBrackets = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const condition = String.raw`(?:(?!\b(?:${clauses})\b)[^()\x60]|${inBrackets})+`;

const swaps: readonly (readonly [RegExp, (part: string) => string])[] = [
  [word("and"), () => "or"],
  [word("or"), () => "and"],
  [word("is not null"), () => "is null"],
  [word("is null"), () => "is not null"],
  [word("not"), () => ""],
  [word("distinct"), () => ""],
  [word("desc"), () => "asc"],
  [word("asc"), () => "desc"],
  [word("min"), () => "max"],
  [word("max"), () => "min"],
  [/(?<![<>!=])<(?![<>=])/g, () => "<="],
  [/<=/g, () => "<"],
  [/(?<![<>!=-])>(?![<>=])/g, () => ">="],
  [/>=/g, () => ">"],
  [/(?<![<>!=:])=(?![=])/g, () => "<>"],
  [/<>|!=/g, () => "="],
  [/(?<=\blimit\s+)(?:\d+|§+)/gi, (part) => `(${part} + 1)`],
  [/ for update(?: skip locked)?\b/gi, () => ""],
  [/ skip locked\b/gi, () => ""],
];

/** Lists the changes of the text of a statement, or of a part of one. */
export function listSqlChanges(template: Template, source: string): readonly Change[] {
  const masked = maskExpressions(template, source);
  const original = source.slice(template.start, template.end);
  const change = (from: number, to: number, replace: string): Change => ({
    family: "sql",
    start: template.start + from,
    end: template.start + to,
    replace,
  });
  const swapChanges = swaps.flatMap(([pattern, replace]) =>
    [...masked.matchAll(pattern)].map(({ index, 0: part }) =>
      change(index, index + part.length, replace(original.slice(index, index + part.length))),
    ),
  );
  // A condition that others follow or precede is dropped with its `and`; a single one becomes true.
  const tail = new RegExp(String.raw`\s+and\s+(?=${condition})${condition}`, "gi");
  const head = new RegExp(
    String.raw`(?<=\bwhere\s+)${condition}(?:\band\s+|(?=[\x60)]|\border\b|\blimit\b|\breturning\b))`,
    "gi",
  );
  const drops = [
    ...[...masked.matchAll(tail)].map(({ index, 0: part }) => {
      // `between a and b` is one condition.
      const isBetween = /\bbetween\s+\S+\s*$/i.test(masked.slice(0, index));
      return isBetween ? undefined : change(index, index + part.trimEnd().length, "");
    }),
    ...[...masked.matchAll(head)].map(({ index, 0: part }) =>
      /and\s+$/i.test(part)
        ? change(index, index + part.length, "")
        : change(index, index + part.trimEnd().length, "1 = 1"),
    ),
  ];
  return [...swapChanges, ...drops.filter((one) => one !== undefined)];
}
