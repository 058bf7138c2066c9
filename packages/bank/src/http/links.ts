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
  href: operations[0].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  ),
  verbs: operations.map((operation) => operation.method),
});
