import type { Connection, PoolClient } from "pg";
import type { Value } from "../units/sql.ts";
import type { Row, StatementResult } from "../units/unit.ts";
import { parseValue } from "./postgres-values.ts";

/** A statement for PostgreSQL; one with a name is prepared once per connection. */
export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

export interface QueryResult extends StatementResult {
  /** For example "INSERT 0 1", or "ROLLBACK" for a commit of a transaction that has failed. */
  readonly commandTag: string;
}

/** Called with the first error, if there is one, and the results of the queries before it. */
type OnEnd = (error: unknown, results: readonly QueryResult[]) => void;

/** Sends messages; the types of pg ask for parameters that it no longer has. */
interface MessageSender {
  parse(query: { name: string; text: string }): void;
  bind(query: { statement: string; values: readonly (string | null)[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  close(statement: { type: "S"; name: string }): void;
  sync(): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => Value;
}

/** The columns of a statement; one that returns no rows has none. */
type Columns = readonly Column[];

/** The columns of the statements that each connection has prepared, by name. */
const preparedStatements = new WeakMap<Connection, Map<string, Columns>>();

const noColumns: Columns = [];

/**
 * Runs several queries with one Sync at the end, so that the server responds once and runs none
 * after one that fails. Outside of a transaction, they are a transaction together. A connection
 * asks for the columns of a named statement only once: if they change later, the server refuses the
 * statement. Implements the handlers that pg calls, as its own `Query` does.
 */
class Pipeline {
  /** Read by pg, which wraps the callback to apply it. */
  readonly query_timeout: number;
  callback: OnEnd;
  readonly #queries: readonly PreparedQuery[];
  readonly #results: QueryResult[] = [];
  #prepared: Map<string, Columns> = new Map();
  #columns: Columns | undefined;
  #rows: Row[] = [];
  #failure: unknown;

  constructor(queries: readonly PreparedQuery[], timeoutMs: number, onEnd: OnEnd) {
    this.#queries = queries;
    this.query_timeout = timeoutMs;
    this.callback = onEnd;
  }

  submit(connection: Connection): void {
    const sender = connection as unknown as MessageSender;
    this.#prepared = preparedStatements.get(connection) ?? new Map();
    preparedStatements.set(connection, this.#prepared);
    const parsed = new Set<string>();
    // All messages go to the socket in one write.
    connection.stream.cork();
    for (const { name, text, values } of this.#queries) {
      const isPrepared = this.#prepared.has(name);
      if (!isPrepared && !parsed.has(name)) {
        // It may have been prepared in a pipeline that failed; closing an unknown one is allowed.
        if (name !== "") sender.close({ type: "S", name });
        sender.parse({ name, text });
        if (name !== "") parsed.add(name);
      }
      sender.bind({ statement: name, values });
      if (!isPrepared) sender.describe({ type: "P" });
      sender.execute();
    }
    sender.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parseValue(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns ?? this.#preparedColumns();
    const row: Record<string, Value> = {};
    try {
      let at = 0;
      for (const { name, parse } of columns) {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : parse(text);
        at += 1;
      }
    } catch (error) {
      this.#failure ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text: commandTag }: { readonly text: string }): void {
    const name = this.#queries[this.#results.length]?.name ?? "";
    if (name !== "" && !this.#prepared.has(name)) {
      this.#prepared.set(name, this.#columns ?? noColumns);
    }
    this.#results.push({ rows: this.#rows, changes: countChanges(commandTag), commandTag });
    this.#columns = undefined;
    this.#rows = [];
  }

  handleError(error: unknown): void {
    this.callback(error, this.#results);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#results);
  }

  #preparedColumns(): Columns {
    this.#columns = this.#prepared.get(this.#queries[this.#results.length]?.name ?? "");
    return this.#columns ?? noColumns;
  }
}

/** Reads the number of changed rows in a command tag. */
const countChanges = (commandTag: string): bigint => {
  if (commandTag.startsWith("SELECT")) return 0n;
  const count = commandTag.slice(commandTag.lastIndexOf(" ") + 1);
  return /^\d+$/.test(count) ? BigInt(count) : 0n;
};

export interface PipelineOutcome {
  /** The results of the queries that were run, in order. */
  readonly results: readonly QueryResult[];
  /** The error of the query after them; the queries after that one were not run. */
  readonly failure?: unknown;
}

/**
 * Sends the queries together. After the timeout they are abandoned, and the connection with them.
 */
export const sendPipeline = (
  client: PoolClient,
  queries: readonly PreparedQuery[],
  withinMs: number,
): Promise<PipelineOutcome> =>
  new Promise((resolve) => {
    // After a timeout, pg passes no results.
    const onEnd = (failure: unknown, results: readonly QueryResult[] = []) =>
      resolve(failure ? { results, failure } : { results });
    if (queries.length === 0) resolve({ results: [] });
    else client.query(new Pipeline(queries, withinMs, onEnd));
  });
