import type { Statement, Value } from "./sql.ts";

export type Row = Readonly<Record<string, Value>>;

/** The answer to one statement: its rows, and how many rows it changed. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly changes: bigint;
}

/**
 * A unit of work: a generator that yields lists of statements and nothing else, so that it cannot
 * await something slow, nest another transaction or leak a handle. Each list is sent as one
 * pipeline and answered in its order.
 */
export type Unit<T> = Generator<readonly Statement[], T, readonly Answer[]>;

/** The first row, or none. */
export function* one<R>(statement: Statement): Unit<R | undefined> {
  const [answer] = yield [statement];
  return answer?.rows[0] as R | undefined;
}

/** Every row. */
export function* all<R>(statement: Statement): Unit<readonly R[]> {
  const [answer] = yield [statement];
  return (answer?.rows ?? []) as readonly R[];
}

/** Runs the statements as one pipeline and answers how many rows each changed. */
export function* run(...statements: Statement[]): Unit<readonly bigint[]> {
  const answers = yield statements;
  return answers.map((answer) => answer.changes);
}

/** Sends the statements as one pipeline and answers with the rows of each. */
export function* rowsOfEach(...statements: Statement[]): Unit<readonly (readonly Row[])[]> {
  const answers = yield statements;
  return answers.map((answer) => answer.rows);
}
