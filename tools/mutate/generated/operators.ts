import type { Node } from "oxc-parser";
import { listSqlChanges } from "./sql-operators.ts";

/** A family of changes. Each has a weight, so that strings do not crowd out logic. */
export type Family =
  | "condition"
  | "boundary"
  | "equality"
  | "logic"
  | "arithmetic"
  | "number"
  | "string"
  | "boolean"
  | "statement"
  | "wait"
  | "return"
  | "element"
  | "chain"
  | "pattern"
  | "call"
  | "sql";

/** Text between two offsets of a source file that is replaced. */
export interface Change {
  readonly family: Family;
  readonly start: number;
  readonly end: number;
  readonly replace: string;
}

type Changes = readonly Change[];

const swapped: Readonly<Record<string, readonly [Family, string]>> = {
  "<": ["boundary", "<="],
  "<=": ["boundary", "<"],
  ">": ["boundary", ">="],
  ">=": ["boundary", ">"],
  "===": ["equality", "!=="],
  "!==": ["equality", "==="],
  "&&": ["logic", "||"],
  "||": ["logic", "&&"],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
  "%": ["arithmetic", "*"],
  "+=": ["arithmetic", "-="],
  "-=": ["arithmetic", "+="],
};

const swappedCalls: ReadonlyMap<string, string> = new Map([
  ["every", "some"],
  ["some", "every"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["find", "findLast"],
]);

/** Calls that return what they were called on, in another order, in part or in another form. */
const removableCalls = new Set(
  "filter toSorted sort reverse toReversed trim toLowerCase toUpperCase slice flat concat".split(
    " ",
  ),
);

/** Lists the changes of one node of the syntax tree; those of its parts are not among them. */
export function listChanges(node: Node, source: string): Changes {
  const text = (part: { start: number; end: number }) => source.slice(part.start, part.end);
  const replace = (family: Family, part: { start: number; end: number }, by: string): Change => ({
    family,
    start: part.start,
    end: part.end,
    replace: by,
  });
  const conditions = (test: Node): Changes => [
    replace("condition", test, `!(${text(test)})`),
    replace("condition", test, "true"),
    replace("condition", test, "false"),
  ];
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return conditions(node.test);
    case "WhileStatement":
      return [replace("condition", node.test, "false")];
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return listOperatorChanges(node, source);
    case "UnaryExpression":
      return /[!-]/.test(node.operator) ? [replace("condition", node, text(node.argument))] : [];
    case "UpdateExpression":
      return [
        replace(
          "arithmetic",
          node,
          text(node).replaceAll(/\+\+|--/g, (one) => (one === "++" ? "--" : "++")),
        ),
      ];
    case "Literal":
      return listLiteralChanges(node);
    case "TemplateLiteral":
      return text(node) === "``" ? [] : [replace("string", node, "``")];
    case "TaggedTemplateExpression":
      return text(node.tag) === "sql" ? listSqlChanges(node.quasi, source) : [];
    case "ExpressionStatement":
      return [replace("statement", node, ";"), ...listWaits(node.expression, source)];
    case "ThrowStatement":
      return [replace("statement", node, ";")];
    case "ReturnStatement":
      return node.argument === null
        ? [replace("statement", node, ";")]
        : listReturnChanges(node.argument);
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? [] : listReturnChanges(node.body);
    case "ArrayExpression":
    case "ObjectExpression":
      return listElementChanges(node);
    case "ChainExpression":
      return [replace("chain", node, text(node).replaceAll("?.", "."))];
    case "CallExpression":
      return listCallChanges(node, source);
    default:
      return [];
  }
}

function listOperatorChanges(
  node: Extract<Node, { type: "BinaryExpression" | "LogicalExpression" | "AssignmentExpression" }>,
  source: string,
): Changes {
  const { left, right, operator } = node;
  const between = source.slice(left.end, right.start);
  const start = left.end + between.lastIndexOf(operator);
  const end = start + operator.length;
  if (operator === "??") {
    return [
      {
        family: "logic",
        start: node.start,
        end: node.end,
        replace: source.slice(right.start, right.end),
      },
    ];
  }
  const other = swapped[operator];
  if (other === undefined || (operator === "+" && [left, right].some(isText))) return [];
  const [family, replace] = other;
  const swap = { family, start, end, replace };
  if (family !== "logic") return [swap];
  // With one operand removed, only a test of that operand fails.
  const alone = (part: { start: number; end: number }): Change => ({
    family,
    start: node.start,
    end: node.end,
    replace: source.slice(part.start, part.end),
  });
  return [swap, alone(left), alone(right)];
}

const isText = (node: Node): boolean =>
  (node.type === "Literal" && typeof node.value === "string") ||
  node.type === "TemplateLiteral" ||
  (node.type === "BinaryExpression" &&
    node.operator === "+" &&
    [node.left, node.right].some(isText));

function listLiteralChanges(node: Extract<Node, { type: "Literal" }>): Changes {
  const { start, end, value, raw } = node;
  const change = (family: Family, replace: string): Change => ({ family, start, end, replace });
  if ("regex" in node && node.regex) return listPatternChanges(node.regex.pattern, start + 1);
  if (typeof value === "boolean") return [change("boolean", String(!value))];
  if (typeof value === "string") return [change("string", value === "" ? '"mutated"' : '""')];
  if (typeof value === "bigint") return [change("number", value === 0n ? "1n" : "0n")];
  if (typeof value !== "number") return [];
  if (value === 0 || value === 1) return [change("number", String(1 - value))];
  return [change("number", "0"), change("number", `(${raw} + 1)`)];
}

/** The parts of a regular expression, without those that a backslash escapes. */
function listPatternChanges(pattern: string, at: number): Changes {
  const parts: readonly (readonly [RegExp, (part: string) => string])[] = [
    [/(?<!\\)[\^$](?!\])/g, () => ""],
    [/(?<=[\])\w}])[+*?](?![?])/g, () => ""],
    [/\{\d+(?:,\d*)?\}/g, () => ""],
    [
      /\\[dwsDWS]/g,
      (part) => (part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase()),
    ],
    [/(?<!\\)\[\^/g, () => "["],
    [/(?<!\\)\[(?!\^)/g, () => "[^"],
    [/\(\?!/g, () => "(?="],
    [/\(\?=/g, () => "(?!"],
  ];
  return parts.flatMap(([part, replace]) =>
    [...pattern.matchAll(part)].map((found) => ({
      family: "pattern" as const,
      start: at + found.index,
      end: at + found.index + found[0].length,
      replace: replace(found[0]),
    })),
  );
}

/** A statement that waits, or runs a part of a unit, without waiting or running it. */
function listWaits(expression: Node, source: string): Changes {
  const isWait =
    expression.type === "AwaitExpression" ||
    (expression.type === "YieldExpression" && expression.delegate);
  if (!isWait || expression.argument === null) return [];
  const { start, end, argument } = expression;
  return [{ family: "wait", start, end, replace: source.slice(argument.start, argument.end) }];
}

function listReturnChanges(value: Node): Changes {
  const change = (replace: string): Change => ({
    family: "return",
    start: value.start,
    end: value.end,
    replace,
  });
  switch (value.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "UnaryExpression":
      return [change("true"), change("false")];
    case "ArrayExpression":
      return value.elements.length > 0 ? [change("[]")] : [];
    case "CallExpression":
    case "AwaitExpression":
    case "Identifier":
      return [change("(undefined as never)")];
    default:
      return [];
  }
}

function listElementChanges(
  node: Extract<Node, { type: "ArrayExpression" | "ObjectExpression" }>,
): Changes {
  const parts = node.type === "ArrayExpression" ? node.elements : node.properties;
  return parts.flatMap((part, index) => {
    if (part === null) return [];
    const next = parts[index + 1];
    const before = parts[index - 1];
    // The comma goes with the element.
    const start = next ? part.start : (before?.end ?? part.start);
    return [{ family: "element" as const, start, end: next?.start ?? part.end, replace: "" }];
  });
}

function listCallChanges(
  { callee, end }: Extract<Node, { type: "CallExpression" }>,
  source: string,
): Changes {
  if (callee.type !== "MemberExpression" || callee.computed) return [];
  const { object, property } = callee;
  const name = source.slice(property.start, property.end);
  const other = swappedCalls.get(name);
  return [
    ...(other === undefined
      ? []
      : [{ family: "call" as const, start: property.start, end: property.end, replace: other }]),
    ...(removableCalls.has(name) && !callee.optional
      ? [{ family: "call" as const, start: object.end, end, replace: "" }]
      : []),
  ];
}
