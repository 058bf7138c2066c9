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

/** Cache of paths split into literal texts and parameter names, alternating. */
const knownPaths = new Map<string, readonly string[]>();

const fillPath = (path: string, parameters: Readonly<Record<string, string>>): string => {
  let parts = knownPaths.get(path);
  if (parts === undefined) {
    parts = path.split(/[{}]/);
    knownPaths.set(path, parts);
  }
  let href = "";
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      href += part;
    } else {
      const value = parameters[part];
      assert(value !== undefined, `the link has no ${part}`);
      href += encode(value);
    }
  }
  return href;
};

/** Encodes a parameter. Ids, which almost all of them are, need no encoding. */
const encode = (value: string): string =>
  /^[\w-]*$/.test(value) ? value : encodeURIComponent(value);
