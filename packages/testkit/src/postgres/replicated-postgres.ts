import { setTimeout as passing } from "node:timers/promises";
import { type PostgresServer, runOnServer, startPostgres, startStandby } from "./postgres.ts";

export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Returns the address of a database with the hosts of both servers. */
  nameBoth(databaseUrl: string): string;
}

/** Starts a server and a standby that has every commit before it is acknowledged. */
export async function startReplicatedPostgres(installation?: string): Promise<ReplicatedPostgres> {
  await using stack = new AsyncDisposableStack();
  const primary = stack.use(await startPostgres("replicated", installation));
  const standby = stack.use(await startStandby(primary, installation));
  await runOnServer(primary.url, "alter system set synchronous_standby_names = '*'");
  await runOnServer(primary.url, "select pg_reload_conf()");
  const followers = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await runOnServer(primary.url, followers)).length === 0) await passing(50);
  const opened = stack.move();
  const hosts = [primary, standby].map(({ url }) => new URL(url).host);
  return {
    primary,
    standby,
    nameBoth: (databaseUrl) => databaseUrl.replace(hosts[0] ?? "", hosts.join()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
