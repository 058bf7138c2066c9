import type { PoolClient } from "pg";
import { Pipeline, type PreparedQuery, type QueryResult } from "./pipeline.ts";

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
