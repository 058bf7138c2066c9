import { everyMigration } from "@varde/sandbox";
import { openStorage } from "@varde/storage";
import { Client } from "pg";
import { type Creation, creationInserts } from "./creation-rows.ts";
import {
  type AccountRead,
  type AccountRows,
  type FloorRow,
  type FloorRows,
  firstListedDay,
  isSessionValid,
  type ReadName,
  readStatements,
} from "./floor-rows.ts";

/** The size of the bank's own pool. */
const postgresConnections = 10;

/** Creates the bank's tables and opens the connections. */
const connectPostgres = async (url: string): Promise<readonly Client[]> => {
  const migrated = await openStorage({
    location: { engine: "postgres", url },
    migrations: everyMigration,
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
const sendCreation = (client: Client, creation: Creation): Promise<boolean> =>
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

const query = (client: Client, name: ReadName, ...values: readonly (string | number)[]) =>
  client.query<FloorRow>({ name, text: readStatements[name], values: [...values] });

/** Reads what one call needs: who may read, then everything else in one pipeline. */
const readAccount = async (
  client: Client,
  worldId: string,
  { accountId, kind, psuId, sessionId }: AccountRead,
): Promise<AccountRows | undefined> => {
  const now = Date.now();
  const { rows } = await query(client, "consent", psuId, accountId);
  const consentId = rows[0]?.consent_id as string | undefined;
  if (consentId === undefined) return undefined;
  const from = firstListedDay(now);
  const isList = kind === "transactions";
  const { stream } = client.connection;
  stream.cork();
  const sent = [
    sessionId === undefined
      ? query(client, "count", worldId, consentId, accountId, kind, now)
      : query(client, "session", psuId, sessionId),
    query(client, "account", worldId, accountId),
    isList ? query(client, "transactions", worldId, accountId, from) : undefined,
    isList ? query(client, "total", worldId, accountId, from) : undefined,
  ] as const;
  stream.uncork();
  const [admitted, found, transactions, total] = await Promise.all(sent);
  const isAllowed =
    sessionId === undefined ? admitted.rowCount === 1 : isSessionValid(admitted.rows[0], now);
  const account = found.rows[0];
  if (!isAllowed || account === undefined) return undefined;
  return {
    account,
    transactions: transactions?.rows ?? [],
    total: String(total?.rows[0]?.total ?? 0),
  };
};

/** Opens the rows in PostgreSQL. Callers queue for a free connection. */
export const openPostgresRows = async (url: string): Promise<FloorRows> => {
  const clients = await connectPostgres(url);
  const free = [...clients];
  const waiting: ((client: Client) => void)[] = [];
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = free.pop() ?? (await new Promise<Client>((take) => waiting.push(take)));
    try {
      return await work(client);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(client);
      else next(client);
    }
  };
  const world = await withClient((client) => query(client, "world"));
  const worldId = String(world.rows[0]?.world_id ?? "");
  return {
    store: (creation) => withClient((client) => sendCreation(client, creation)),
    readStatus: async (paymentId) => {
      const { rows } = await withClient((client) => query(client, "status", paymentId));
      return rows[0]?.status as string | undefined;
    },
    readAccount: (read) => withClient((client) => readAccount(client, worldId, read)),
  };
};
