import { bankMigrations } from "@varde/bank";
import { openStorage } from "@varde/storage";
import { Client } from "pg";
import { type Creation, creationInserts } from "./creation-rows.ts";
import type { Store } from "./store-in-sqlite.ts";

/** The size of the bank's own pool. */
const postgresConnections = 10;

/** Creates the bank's tables and opens the connections. */
export const connectPostgres = async (url: string): Promise<readonly Client[]> => {
  const migrated = await openStorage({
    location: { engine: "postgres", url },
    migrations: bankMigrations,
  });
  await migrated.close();
  const clients = Array.from(
    { length: postgresConnections },
    () => new Client({ connectionString: url, pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
};

/** Sends a whole transaction in one write. */
export const sendCreation = (client: Client, creation: Creation): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let failure: Error | undefined;
    let isNew = true;
    const noted = (error: Error | null, result: { rowCount: number | null }) => {
      if (error) failure ??= error;
      else isNew &&= result.rowCount === 1;
    };
    const { stream } = client.connection;
    stream.cork();
    client.query("begin");
    for (const [at, text] of creationInserts.entries()) {
      const values = (creation.rows[at] ?? []).map((value) => value?.toString() ?? null);
      client.query({ name: `insert-${at}`, text, values }, noted);
    }
    client.query("commit", (error: Error | null) => {
      failure ??= error ?? undefined;
      if (failure === undefined) resolve(isNew);
      else reject(failure);
    });
    stream.uncork();
  });

/** Stores creations in PostgreSQL. Callers queue for a free connection. */
export const storeInPostgres = async (url: string): Promise<Store> => {
  const free = [...(await connectPostgres(url))];
  const waiting: ((client: Client) => void)[] = [];
  return async (creation) => {
    const client = free.pop() ?? (await new Promise<Client>((take) => waiting.push(take)));
    try {
      return await sendCreation(client, creation);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(client);
      else next(client);
    }
  };
};
