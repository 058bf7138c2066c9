import assert from "node:assert";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StatementFailed } from "../storage.ts";
import { isReading } from "../units/is-reading.ts";
import { type Parameter, type Statement, textFor, type Value } from "../units/sql.ts";
import type { Row, StatementResult } from "../units/unit.ts";

interface Prepared {
  readonly text: string;
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly reads: boolean;
}

/** Prepares each template once and runs statements. */
export class SqliteStatements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<readonly string[], Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  readonly run = (statement: Statement): StatementResult => {
    const prepared = this.#prepare(statement.template.sqlite);
    return runPrepared(prepared, statement.parameters);
  };

  readonly runReading = (statement: Statement): StatementResult => {
    const prepared = this.#prepare(statement.template.sqlite);
    if (!prepared.reads) assert.fail(`A reading unit cannot write: ${prepared.text}`);
    return runPrepared(prepared, statement.parameters);
  };

  #prepare(template: readonly string[]): Prepared {
    const known = this.#prepared.get(template);
    if (known !== undefined) return known;
    const text = textFor("sqlite", template);
    const prepared = attempt(text, () => {
      const statement = this.#database.prepare(text);
      const columns = statement.columns().map((column) => column.name);
      return { text, statement, columns, reads: isReading(text) };
    });
    this.#prepared.set(template, prepared);
    return prepared;
  }
}

const noRows: readonly Row[] = [];
const nothing: StatementResult = { rows: noRows, changes: 0n };

function runPrepared(prepared: Prepared, parameters: readonly Parameter[]): StatementResult {
  const { text, statement, columns, reads } = prepared;
  let arrays: Value[][];
  try {
    if (columns.length === 0) {
      return { rows: noRows, changes: BigInt(statement.run(...parameters).changes) };
    }
    // The connection returns rows as arrays, which the types of node:sqlite do not express.
    arrays = statement.all(...parameters) as unknown as Value[][];
  } catch (error) {
    throw new StatementFailed(text, error);
  }
  if (arrays.length === 0) return nothing;
  const rows = arrays.map((values) => rowOf(columns, values));
  return { rows, changes: reads ? 0n : BigInt(rows.length) };
}

/** Returns an ordinary object, as PostgreSQL does; rows of node:sqlite have no prototype. */
function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Record<string, Value> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const value = values[at];
    const type = typeof value;
    if (value === undefined || (type !== "string" && type !== "bigint" && value !== null)) {
      assert.fail(`The column ${columns[at]} holds neither text nor an integer.`);
    }
    row[columns[at] as string] = value;
  }
  return row;
}

function attempt<T>(text: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new StatementFailed(text, error);
  }
}
