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

/** A statement that must change a row; otherwise the unit is undone with the value. */
export interface RequiredStatement<V> {
  readonly statement: Statement;
  readonly otherwise: V;
}

/** Carries the last statements of a unit to the storage that runs it. */
export class Conclusion<V> {
  readonly statements: readonly (Statement | RequiredStatement<V>)[];

  constructor(statements: readonly (Statement | RequiredStatement<V>)[]) {
    this.statements = statements;
  }
}

/**
 * A unit of work: a generator that yields lists of statements and nothing else, so that it cannot
 * await something slow, nest another transaction or leak a handle. Each list is sent as one
 * pipeline, and its results come back in the same order. A unit that may end with `undo` names the
 * type of the undo value; a unit that only reads has none.
 */
export type Unit<T, V = never> = Generator<
  readonly Statement[] | Undo<V> | Conclusion<V>,
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

/**
 * Ends a unit: runs its last statements and commits, which is one round trip on PostgreSQL. If a
 * required statement changes no row, the whole unit is undone with the value of the first such
 * statement.
 *
 * @example
 * yield* conclude({ statement: claim(id), otherwise: "already claimed" as const }, insert(note));
 */
export function* conclude<V = never>(
  ...statements: readonly (Statement | RequiredStatement<V>)[]
): Unit<readonly StatementResult[], V> {
  return yield new Conclusion(statements);
}

/** Ends a unit with one statement and returns its first row, if there is one. */
export function* concludeOne<R>(statement: Statement): Unit<R | undefined> {
  const [result] = yield* conclude(statement);
  return result?.rows[0] as R | undefined;
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
