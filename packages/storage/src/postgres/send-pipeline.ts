import { type Client, type PoolClient, Query, type QueryResult } from "pg";

/** A statement as PostgreSQL gets it; one with a name is prepared once for each connection. */
export interface NamedQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: (string | null)[];
}

/** As pg has it; its types leave some of it out. */
type PreparedQuery = Query & { name?: string | undefined; query_timeout?: number };
interface QueryTaker {
  query(query: Query, answered: (error: unknown, result: QueryResult) => void): void;
}

/**
 * Sends the queries in one go and answers when each has been answered, in order. The first that
 * failed is what the promise is rejected with: what follows it failed for its sake. When the time
 * is over the queries are given up, and the connection with them.
 */
export function sendPipeline(
  client: PoolClient,
  queries: readonly NamedQuery[],
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
    for (const [at, { name, text, values }] of queries.entries()) {
      // Made here from its parts: pg would copy an object of options property by property.
      const query: PreparedQuery = new Query(text, values);
      query.name = name;
      // The last is answered last, so its time is that of all.
      if (at === queries.length - 1) query.query_timeout = withinMs;
      (client as unknown as QueryTaker).query(query, answered);
    }
    stream.uncork();
  });
}
