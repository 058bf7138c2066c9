import assert from "node:assert/strict";
import type { Link, Operation } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { ApiResponse } from "./api-response.ts";

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

/**
 * RSP-18: returns the response with links in the form that the bank is configured for. They are
 * made and stored from /v1 on, so that the setting also holds for stored responses.
 */
export const withLinkForm = (
  response: ApiResponse,
  { linkForm, pathPrefix }: Pick<BankConfiguration, "linkForm" | "pathPrefix">,
): ApiResponse => {
  if (linkForm === "from-base" || pathPrefix === "") return response;
  // Strings in JSON text have no unescaped quotes, so this matches the beginnings of links only.
  const addPrefix = (json: string) => json.replaceAll('"href":"/v1/', `"href":"${pathPrefix}/v1/`);
  const { body, pieces } = response;
  if (pieces !== undefined) return { ...response, pieces: mapPieces(pieces, addPrefix) };
  return body === undefined ? response : { ...response, body: addPrefix(body) };
};

async function* mapPieces(
  pieces: AsyncIterable<string>,
  change: (piece: string) => string,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield change(piece);
}

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
