/** What a statement may carry. Anything else is our own mistake and is asserted against. */
export type Parameter = string | bigint | number | null;

/** What a column holds when it is read: integers of any size come back as bigint. */
export type Value = string | bigint | null;

export type Engine = "sqlite" | "postgres";

/**
 * SQL text with its parameters apart. The template's identity (one per place in the source) is the
 * key under which each engine keeps it prepared.
 */
export interface Statement {
  readonly template: { readonly [engine in Engine]: readonly string[] };
  readonly parameters: readonly Parameter[];
}
