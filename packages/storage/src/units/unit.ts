import assert from "node:assert";
import type { Statement, Value } from "./sql.ts";

export type Row = Readonly<Record<string, Value>>;

/** The result of one statement: its rows, and how many rows it changed. */
export interface StatementResult {
  readonly rows: readonly Row[];
  readonly changes: bigint;
}

/** Carries the value of an `undo` from the unit to the storage that runs it. */
export class Undo<V> {
  readonly value: V;

  constructor(value: V) {
    this.value = value;
  }
}

/**
 * A unit of work: a generator that yields lists of statements and nothing else, so that it cannot
 * await something slow, nest another transaction or leak a handle. Each list is sent as one
 * pipeline, and its results come back in the same order. A unit that may end with `undo` names the
 * type of the undo value; a unit that only reads has none.
 */
export type Unit<T, V = never> = Generator<
  readonly Statement[] | Undo<V>,
  T,
  readonly StatementResult[]
>;

/**
 * Ends the whole unit from any depth, leaves none of its effects, and has `write` resolve to the
 * value. A caller cannot overlook it, which a returned value would allow.
 *
 * @example
 * if (claimed === 0n) yield* undo("already claimed" as const);
 */
export function* undo<V>(value: V): Unit<never, V> {
  yield new Undo(value);
  assert.fail("A unit continued after undo.");
}

/** Returns the first row, if there is one. */
export function* one<R>(statement: Statement): Unit<R | undefined> {
  const [result] = yield [statement];
  return result?.rows[0] as R | undefined;
}

/** Returns every row. */
export function* all<R>(statement: Statement): Unit<readonly R[]> {
  const [result] = yield [statement];
  return (result?.rows ?? []) as readonly R[];
}

/** Runs the statements as one pipeline and returns how many rows each changed. */
export function* run(...statements: Statement[]): Unit<readonly bigint[]> {
  const results = yield statements;
  return results.map((result) => result.changes);
}

/** Runs the statements as one pipeline and returns the rows of each. */
export function* rowsOfEach(...statements: Statement[]): Unit<readonly (readonly Row[])[]> {
  const results = yield statements;
  return results.map((result) => result.rows);
}
