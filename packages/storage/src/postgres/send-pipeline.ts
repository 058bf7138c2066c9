import type { PoolClient } from "pg";
import { Pipeline, type PreparedQuery, type QueryResult } from "./pipeline.ts";

/**
 * Sends the queries together and resolves to their results, in order. The promise is rejected with
 * the first error; the queries after it were not run. After the timeout the queries are abandoned,
 * and the connection with them.
 */
export function sendPipeline(
  client: PoolClient,
  queries: readonly PreparedQuery[],
  withinMs: number,
): Promise<readonly QueryResult[]> {
  if (queries.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const pipeline = new Pipeline(queries, withinMs, (error, results) => {
      if (error) reject(error);
      else resolve(results);
    });
    client.query(pipeline);
  });
}
