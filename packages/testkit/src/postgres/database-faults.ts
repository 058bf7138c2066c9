import { Client } from "pg";
import { runOnServer } from "./postgres.ts";

/** Ends a fault. */
export type EndFault = () => Promise<void>;

/** Makes a database refuse connections and ends the open ones, as a server that is away does. */
export const refuseConnections = async (databaseUrl: string): Promise<EndFault> => {
  const server = new URL(databaseUrl);
  const database = server.pathname.slice(1);
  server.pathname = "/postgres";
  const allow = (isAllowed: boolean) =>
    runOnServer(server.href, `alter database ${database} allow_connections ${isAllowed}`);
  await allow(false);
  await runOnServer(
    server.href,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
  return async () => void (await allow(true));
};

/** Locks a table, so that everybody who uses it waits, as for a disk that does not respond. */
export const lockTable = async (databaseUrl: string, table: string): Promise<EndFault> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  return () => client.end();
};
