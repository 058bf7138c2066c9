import type { Link, Operation } from "@varde/protocol";

/** A link to operations that share a path, relative as links in payloads are. */
export const linkTo = (
  operations: readonly [Operation, ...Operation[]],
  parameters: Readonly<Record<string, string>>,
): Link => ({
  href: hrefOf(operations[0].path, parameters),
  verbs: operations.map((operation) => operation.method),
});

/** A link that a browser follows, such as the one that starts an SCA. */
export const linkToPage = (href: string): Link => ({ href, verbs: ["GET"] });

/** The text around the parameters of a path, and their names, read once for each path. */
const knownPaths = new Map<string, readonly string[]>();

const hrefOf = (path: string, parameters: Readonly<Record<string, string>>): string => {
  let parts = knownPaths.get(path);
  if (parts === undefined) {
    parts = path.split(/[{}]/);
    knownPaths.set(path, parts);
  }
  let href = "";
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    href += index % 2 === 0 ? part : encode(parameters[part] ?? "");
  }
  return href;
};

/** Almost all of them are ids, which need no encoding. */
const encode = (value: string): string =>
  /^[\w-]*$/.test(value) ? value : encodeURIComponent(value);
