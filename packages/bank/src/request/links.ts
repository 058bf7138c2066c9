import assert from "node:assert/strict";
import type { Link, Operation } from "@varde/protocol";

/** Returns a link to operations that share a path, relative like all links in payloads. */
export const linkTo = (
  operations: readonly [Operation, ...Operation[]],
  parameters: Readonly<Record<string, string>>,
): Link => ({
  href: fillPath(operations[0].path, parameters),
  verbs: operations.map((operation) => operation.method),
});

/** Returns a function that links to the items of a list, whose id is the end of their path. */
export const linkToItems = (
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
): ((id: string) => Link) => {
  const start = fillPath(operation.path.replace(/\{\w+\}$/, ""), parameters);
  const verbs = [operation.method];
  return (id) => ({ href: start + encode(id), verbs });
};

/** Returns a link for a browser, such as the one that starts an SCA. */
export const linkToPage = (href: string): Link => ({ href, verbs: ["GET"] });

/** A path as its first literal text, and each parameter with the literal text after it. */
interface SplitPath {
  readonly start: string;
  readonly parts: readonly { readonly name: string; readonly after: string }[];
}

const knownPaths = new Map<string, SplitPath>();

const fillPath = (path: string, parameters: Readonly<Record<string, string>>): string => {
  const { start, parts } = knownPaths.get(path) ?? splitPath(path);
  let href = start;
  for (const { name, after } of parts) {
    const value = parameters[name];
    if (value === undefined) assert.fail(`The link has no ${name}.`);
    href += encode(value) + after;
  }
  return href;
};

const splitPath = (path: string): SplitPath => {
  const [start = "", ...rest] = path.split("{");
  const parts = rest.map((part) => {
    const [name = "", after = ""] = part.split("}");
    return { name, after };
  });
  knownPaths.set(path, { start, parts });
  return { start, parts };
};

/** Encodes a parameter. Ids, which almost all of them are, need no encoding. */
const encode = (value: string): string =>
  /^[\w-]*$/.test(value) ? value : encodeURIComponent(value);
