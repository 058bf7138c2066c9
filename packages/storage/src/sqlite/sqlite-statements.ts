import assert from "node:assert";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StatementFailed } from "../storage.ts";
import { compileMapper } from "../tables/compile-mapper.ts";
import {
  type BoundParameter,
  databaseTime,
  isReading,
  type Parameter,
  type Statement,
  textFor,
  type Value,
} from "../units/sql.ts";
import type { Row, StatementResult } from "../units/unit.ts";

interface Prepared {
  readonly text: string;
  readonly statement: StatementSync;
  /** Converts the values of a row; undefined if the statement returns no rows. */
  readonly toRow: ((values: readonly Value[]) => Row) | undefined;
  readonly reads: boolean;
}

/** Prepares each template once and runs statements. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<readonly string[], Prepared>();

  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  readonly run = (statement: Statement): StatementResult => {
    const prepared = this.#prepare(statement.template.sqlite);
    return runPrepared(prepared, this.#bind(statement.parameters));
  };

  readonly runReading = (statement: Statement): StatementResult => {
    const prepared = this.#prepare(statement.template.sqlite);
    if (!prepared.reads) assert.fail(`A reading unit cannot write: ${prepared.text}`);
    return runPrepared(prepared, this.#bind(statement.parameters));
  };

  /** Binds one time for the whole statement. */
  #bind(parameters: readonly BoundParameter[]): readonly Parameter[] {
    if (!parameters.includes(databaseTime)) return parameters as readonly Parameter[];
    const now = BigInt(this.#now());
    return parameters.map((each) => (each === databaseTime ? now : each));
  }

  #prepare(template: readonly string[]): Prepared {
    const known = this.#prepared.get(template);
    if (known !== undefined) return known;
    const text = textFor("sqlite", template);
    const prepared = attempt(text, () => {
      const statement = this.#database.prepare(text);
      const columns = statement.columns().map((column) => column.name);
      const toRow = columns.length === 0 ? undefined : rowConverter(columns);
      return { text, statement, toRow, reads: isReading(text) };
    });
    this.#prepared.set(template, prepared);
    return prepared;
  }
}

const noRows: readonly Row[] = [];
const nothing: StatementResult = { rows: noRows, changes: 0n };

function runPrepared(prepared: Prepared, parameters: readonly Parameter[]): StatementResult {
  const { text, statement, toRow, reads } = prepared;
  let arrays: Value[][];
  try {
    if (toRow === undefined) {
      return { rows: noRows, changes: BigInt(statement.run(...parameters).changes) };
    }
    // The connection returns rows as arrays, which the types of node:sqlite do not express.
    arrays = statement.all(...parameters) as unknown as Value[][];
  } catch (error) {
    throw new StatementFailed(text, error);
  }
  if (arrays.length === 0) return nothing;
  const rows = arrays.map(toRow);
  return { rows, changes: reads ? 0n : BigInt(rows.length) };
}

/** Converts to ordinary objects, as PostgreSQL does; rows of node:sqlite have no prototype. */
const rowConverter = (columns: readonly string[]): ((values: readonly Value[]) => Row) =>
  compileMapper(
    Object.fromEntries(columns.map((column, from) => [column, { from, convert: checked(column) }])),
  );

const checked =
  (column: string) =>
  (value: Value | undefined): Value => {
    if (typeof value === "string" || typeof value === "bigint" || value === null) return value;
    assert.fail(`The column ${column} holds neither text nor an integer.`);
  };

function attempt<T>(text: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new StatementFailed(text, error);
  }
}
