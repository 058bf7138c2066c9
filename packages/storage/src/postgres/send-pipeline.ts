import type { Client, PoolClient, QueryConfig, QueryResult } from "pg";

/** A query that is given up, its connection with it, when the time is over. */
export interface TimedQuery extends QueryConfig<(string | null)[]> {
  readonly query_timeout?: number;
}

/**
 * Sends the queries in one go and answers when each has been answered, in order. The first that
 * failed is what the promise is rejected with: what follows it failed for its sake.
 */
export function sendPipeline(
  client: PoolClient,
  queries: readonly TimedQuery[],
): Promise<readonly QueryResult[]> {
  return new Promise((resolve, reject) => {
    const results: QueryResult[] = [];
    let failure: unknown;
    let open = queries.length;
    if (open === 0) resolve(results);
    const answered = (error: unknown, result: QueryResult) => {
      if (error) failure ??= error;
      else results.push(result);
      open -= 1;
      if (open > 0) return;
      if (failure === undefined) resolve(results);
      else reject(failure);
    };
    // One write to the socket for all of them; pg would make one for each.
    const { stream } = (client as unknown as Client).connection;
    stream.cork();
    for (const query of queries) client.query(query, answered);
    stream.uncork();
  });
}
