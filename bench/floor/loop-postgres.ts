import type { Client } from "pg";
import { creationRows } from "./creation-rows.ts";
import { connectPostgres, sendCreation } from "./open-postgres-rows.ts";

/**
 * Runs only the SQL statements of a creation: every connection sends its next transaction as soon
 * as the last one is durable. Returns transactions per second.
 */
export const loopPostgres = async (url: string, count: number, body: string): Promise<number> => {
  const clients = await connectPostgres(url);
  let sent = 0;
  const loop = async (client: Client, until: number) => {
    while (sent < until) {
      sent += 1;
      const name = `${process.pid}-${performance.now()}-${sent}`;
      await sendCreation(client, creationRows(name, `SHA-256=${name}`, body));
    }
  };
  const run = (until: number) => Promise.all(clients.map((client) => loop(client, until)));
  await run(Math.ceil(count / 4));
  const warm = sent;
  const start = performance.now();
  await run(warm + count);
  const seconds = (performance.now() - start) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return (sent - warm) / seconds;
};
