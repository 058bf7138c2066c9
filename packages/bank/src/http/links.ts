import type { Operation } from "@varde/protocol";

export interface Link {
  readonly href: string;
  readonly verbs: readonly string[];
}

/** A link to operations that share a path, relative as links in payloads are. */
export const linkTo = (
  operations: readonly [Operation, ...Operation[]],
  parameters: Readonly<Record<string, string>>,
): Link => ({
  href: hrefOf(operations[0].path, parameters),
  verbs: operations.map((operation) => operation.method),
});

/** The text around the parameters of a path, and their names, read once for each path. */
const knownPaths = new Map<string, readonly string[]>();

const hrefOf = (path: string, parameters: Readonly<Record<string, string>>): string => {
  let parts = knownPaths.get(path);
  if (parts === undefined) {
    parts = path.split(/[{}]/);
    knownPaths.set(path, parts);
  }
  return parts.reduce((href, part, index) =>
    index % 2 === 0 ? href + part : href + encodeURIComponent(parameters[part] ?? ""),
  );
};
