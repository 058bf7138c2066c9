import { type Client, type PoolClient, Query, type QueryResult } from "pg";

/** A statement for PostgreSQL; one with a name is prepared once per connection. */
export interface NamedQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: (string | null)[];
}

/** Properties that the types of pg leave out. */
type PreparedQuery = Query & { name?: string | undefined; query_timeout?: number };
interface QueryTaker {
  query(query: Query, onResult: (error: unknown, result: QueryResult) => void): void;
}

/**
 * Sends the queries together and resolves to their results, in order. The promise is rejected with
 * the first error, because it makes the later queries fail too. After the timeout the queries are
 * abandoned, and the connection with them.
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
    const onResult = (error: unknown, result: QueryResult) => {
      if (error) failure ??= error;
      else results.push(result);
      open -= 1;
      if (open > 0) return;
      if (failure === undefined) resolve(results);
      else reject(failure);
    };
    // All queries go to the socket in one write; pg would write each by itself.
    const { stream } = (client as unknown as Client).connection;
    stream.cork();
    for (const [at, { name, text, values }] of queries.entries()) {
      // Built here, because pg would copy an object of options property by property.
      const query: PreparedQuery = new Query(text, values);
      query.name = name;
      // The last result arrives last, so its timeout serves for all.
      if (at === queries.length - 1) query.query_timeout = withinMs;
      (client as unknown as QueryTaker).query(query, onResult);
    }
    stream.uncork();
  });
}
