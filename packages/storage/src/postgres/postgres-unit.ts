import assert from "node:assert";
import { DatabaseError, type PoolClient } from "pg";
import { StatementFailed, StorageUnavailable } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import type { Statement } from "../units/sql.ts";
import { Conclusion, type StatementResult, Undo, type Unit } from "../units/unit.ts";
import { postgresFault } from "./postgres-fault.ts";
import { isNoRowChanged, type PostgresTemplates } from "./postgres-templates.ts";
import { postgresParameters } from "./postgres-values.ts";
import {
  type PipelineOutcome,
  type PreparedQuery,
  type QueryResult,
  sendPipeline,
} from "./send-pipeline.ts";

export type UnitKind = "write" | "read" | "read at once";

/** How a unit of each kind begins; one that only reads needs no transaction. */
const beginnings: Readonly<Record<UnitKind, readonly string[] | undefined>> = {
  write: ["begin isolation level read committed"],
  read: undefined,
  "read at once": ["begin isolation level repeatable read, read only"],
};
/** Replaces the limits of the session until the end of the transaction. */
const extendLimits = [
  `select set_config('statement_timeout', '${storageLimits.postgresLongUnitMs}', true),
    set_config('idle_in_transaction_session_timeout', '${storageLimits.postgresLongUnitMs}', true)`,
];
const commit = ["commit"];
const rollback = ["rollback"];

interface UnitTerms {
  /** When the unit takes too long, by the process's clock for durations. */
  readonly end: number;
  readonly isLong: boolean;
  /** Replaces the server's clock. */
  readonly now: (() => number) | undefined;
}

/** Runs a unit once on one connection, and releases the connection. */
export class PostgresUnit {
  readonly #client: PoolClient;
  readonly #templates: PostgresTemplates;
  readonly #end: number;
  readonly #now: (() => number) | undefined;
  readonly #isLong: boolean;
  #hasBegun = false;
  #isCommitting = false;
  #mayRunAgain = false;

  constructor(client: PoolClient, templates: PostgresTemplates, { end, isLong, now }: UnitTerms) {
    this.#now = now;
    this.#client = client;
    this.#templates = templates;
    this.#end = end;
    this.#isLong = isLong;
  }

  /** Whether the failed run had no effects and may be retried. */
  get mayRunAgain(): boolean {
    return this.#mayRunAgain;
  }

  async run<T, V>(kind: UnitKind, unit: () => Unit<T, V>): Promise<T | V> {
    try {
      const value = await this.#steps(kind, unit);
      if (value instanceof Undo) {
        this.#client.release(!(await this.#rollBack()));
        return value.value;
      }
      if (this.#hasBegun) await this.#commit();
      this.#client.release();
      return value;
    } catch (error) {
      const isLost = error instanceof StorageUnavailable && postgresFault(error.cause) === "lost";
      this.#client.release(isLost || !(await this.#rollBack()));
      throw error;
    }
  }

  async #steps<T, V>(kind: UnitKind, unit: () => Unit<T, V>): Promise<T | Undo<V>> {
    const steps = unit();
    let step = steps.next();
    while (step.done !== true) {
      if (step.value instanceof Undo) {
        assert.ok(kind === "write", "A unit that only reads cannot undo.");
        return step.value;
      }
      if (step.value instanceof Conclusion) {
        const results = await this.#conclude(kind, step.value);
        if (results instanceof Undo) return results;
        step = steps.next(results);
        assert.ok(step.done, "A unit continued after its conclusion.");
      } else {
        step = steps.next(await this.#send(kind, step.value));
      }
    }
    return step.value;
  }

  /**
   * Runs the last statements together with the commit. If they are also the first, they need no
   * beginning either, because a pipeline is a transaction.
   */
  async #conclude<V>(
    kind: UnitKind,
    { statements }: Conclusion<V>,
  ): Promise<readonly StatementResult[] | Undo<V>> {
    assert.ok(kind === "write", "A unit that only reads has no conclusion.");
    const queries = statements.map((each) =>
      "otherwise" in each ? this.#required(each.statement) : this.#query(kind, each),
    );
    if (this.#hasBegun) queries.push(this.#control(commit));
    const { results, failure } = await this.#outcome(queries);
    // The server reports a failed statement before the commit, in which case nothing has happened.
    this.#isCommitting = results.length >= statements.length || !(failure instanceof DatabaseError);
    const failed = statements[results.length];
    if (isNoRowChanged(failure) && failed !== undefined && "otherwise" in failed) {
      return new Undo(failed.otherwise);
    }
    if (failure !== undefined) throw this.#translated(queries, failure);
    if (this.#hasBegun) assertCommitted(results.at(-1));
    this.#hasBegun = false;
    return statements.map((each, at) => {
      const result = results[at];
      assert.ok(result !== undefined, "Every statement has a result.");
      return "otherwise" in each ? { rows: [], changes: readChanges(result) } : result;
    });
  }

  /** Sends the beginning with the first list, so that it costs no round trip of its own. */
  async #send(
    kind: UnitKind,
    statements: readonly Statement[],
  ): Promise<readonly StatementResult[]> {
    const queries = statements.map((statement) => this.#query(kind, statement));
    const beginning = this.#hasBegun || queries.length === 0 ? undefined : beginnings[kind];
    if (beginning === undefined) return this.#sent(queries);
    this.#hasBegun = true;
    const before = [this.#control(beginning)];
    if (this.#isLong) before.push(this.#control(extendLimits));
    return (await this.#sent([...before, ...queries])).slice(before.length);
  }

  async #commit(): Promise<void> {
    this.#isCommitting = true;
    const [result] = await this.#sent([this.#control(commit)]);
    assertCommitted(result);
  }

  async #sent(queries: readonly PreparedQuery[]): Promise<readonly QueryResult[]> {
    const { results, failure } = await this.#outcome(queries);
    if (failure !== undefined) throw this.#translated(queries, failure);
    return results;
  }

  #outcome(queries: readonly PreparedQuery[]): Promise<PipelineOutcome> {
    const remainingMs = Math.ceil(this.#end - performance.now());
    if (remainingMs <= 0) throw new StorageUnavailable("The unit took too long.");
    return sendPipeline(this.#client, queries, remainingMs);
  }

  #translated(queries: readonly PreparedQuery[], cause: unknown): unknown {
    if (cause instanceof assert.AssertionError) return cause;
    const fault = postgresFault(cause);
    if (fault === "refused") {
      return new StatementFailed(queries.map((query) => query.text).join("; "), cause);
    }
    // If the connection breaks during the commit, the unit may have been committed.
    this.#mayRunAgain = fault === "again" || (fault === "lost" && !this.#isCommitting);
    return new StorageUnavailable("PostgreSQL could not serve the unit.", { cause });
  }

  /** Returns whether the connection can be used again. */
  async #rollBack(): Promise<boolean> {
    if (!this.#hasBegun) return true;
    const remainingMs = Math.max(1, Math.ceil(this.#end - performance.now()));
    const queries = [this.#control(rollback)];
    const { failure } = await sendPipeline(this.#client, queries, remainingMs);
    return failure === undefined;
  }

  #query(kind: UnitKind, statement: Statement): PreparedQuery {
    const { name, text, reads } = this.#templates.name(statement.template.postgres);
    assert.ok(reads || kind === "write", `A reading unit cannot write: ${text}`);
    return { name, text, values: postgresParameters(statement.parameters, this.#now) };
  }

  #required(statement: Statement): PreparedQuery {
    const { name, text } = this.#templates.require(statement.template.postgres);
    return { name, text, values: postgresParameters(statement.parameters, this.#now) };
  }

  #control(template: readonly string[]): PreparedQuery {
    const { name, text } = this.#templates.name(template);
    return { name, text, values: [] };
  }
}

function assertCommitted(result: QueryResult | undefined): void {
  assert.equal(result?.commandTag, "COMMIT", "A unit was rolled back where it was committed.");
}

/** Reads the number of changed rows from the result of a required statement. */
const readChanges = ({ rows }: QueryResult): bigint => BigInt(rows[0]?.changes ?? 0);
