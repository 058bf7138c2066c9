import type { Client, PoolClient, QueryConfig, QueryResult } from "pg";

export type Query = QueryConfig<(string | null)[]>;

/** As the types of pg leave it out. */
interface TimedQuery extends Query {
  readonly query_timeout: number;
}

/**
 * Sends the queries in one go and answers when each has been answered, in order. The first that
 * failed is what the promise is rejected with: what follows it failed for its sake. When the time
 * is over the queries are given up, and the connection with them.
 */
export function sendPipeline(
  client: PoolClient,
  queries: readonly Query[],
  withinMs: number,
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
    // The last is answered last, so its time is that of all.
    const last = queries.length - 1;
    for (const [at, query] of queries.entries()) {
      const timed: TimedQuery = { ...query, query_timeout: withinMs };
      client.query(at < last ? query : timed, answered);
    }
    stream.uncork();
  });
}
