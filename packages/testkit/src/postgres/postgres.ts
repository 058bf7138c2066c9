import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as passing } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

/** A PostgreSQL server that ends with this process at the latest, even after kill -9. */
export interface PostgresServer extends AsyncDisposable {
  /** The address of the maintenance database; `freshDatabase` creates others beside it. */
  readonly url: string;
  /** Simulates a crash of the machine: kill -9. */
  kill(): Promise<void>;
  /** Stops it from responding, without closing connections. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it again on the same data after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface FreshDatabase extends AsyncDisposable {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Starts PostgreSQL under a keeper process, which stops it when our end of a pipe closes; the
 * system closes it even after kill -9. The test runner calls this once and passes the address to
 * the test files as DATABASE_URL. A durable server uses fsync, for measurements. A replicated one
 * can have standbys.
 *
 * The server is the one of the package, or that of VARDE_POSTGRES, the folder of an installation.
 */
export function startPostgres(
  kind: "fast" | "durable" | "replicated" = "fast",
  installation = process.env.VARDE_POSTGRES,
): Promise<PostgresServer> {
  return startServer([kind], installation);
}

/** Lists the PostgreSQL installations of Debian and its derivatives, which may be none. */
export const listInstallations = (): readonly string[] =>
  globSync("/usr/lib/postgresql/*/bin/postgres").map((program) => dirname(dirname(program)));

/** Starts a streaming standby of a replicated server. */
async function startStandby(
  primary: PostgresServer,
  installation = process.env.VARDE_POSTGRES,
): Promise<PostgresServer> {
  const [row] = await runOnServer(primary.url, "show data_directory");
  const template = `${row?.data_directory}-template`;
  return startServer(["standby", template, new URL(primary.url).port], installation);
}

async function startServer(
  words: readonly string[],
  installation: string | undefined,
): Promise<PostgresServer> {
  const keeperPath = fileURLToPath(new URL("keeper-process.ts", import.meta.url));
  const keeper = spawn(process.execPath, [keeperPath, ...words], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, VARDE_POSTGRES: installation },
  });
  const ask = openConversation(keeper);
  const stop = async () => {
    const ended = new Promise((resolve) => keeper.once("exit", resolve));
    keeper.ref();
    keeper.stdin?.end();
    await ended;
  };
  await using stack = new AsyncDisposableStack();
  stack.defer(() => (keeper.exitCode === null ? stop() : undefined));
  const url = await ask("start");
  stack.move();
  return {
    url,
    kill: async () => void (await ask("kill")),
    pause: async () => void (await ask("pause")),
    resume: async () => void (await ask("resume")),
    start: async () => void (await ask("start")),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Creates an empty database on the server of DATABASE_URL, or on one that it starts. */
export const freshDatabase = (server?: PostgresServer): Promise<FreshDatabase> =>
  createDatabase(server?.url);

/** Creates a database as a copy of the template that `findTemplate` names for the server. */
export const databaseFromTemplate = (
  findTemplate: (server: string) => Promise<string>,
): Promise<FreshDatabase> => createDatabase(undefined, findTemplate);

async function createDatabase(
  server: string | undefined,
  findTemplate?: (server: string) => Promise<string>,
): Promise<FreshDatabase> {
  const base = new URL(server ?? (process.env.DATABASE_URL || (await ownServer()).url));
  const name = `varde_test_${randomBytes(8).toString("hex")}`;
  const template = findTemplate && ` template ${await findTemplate(base.href)}`;
  await runOnServer(base.href, `create database ${name}${template ?? ""} strategy file_copy`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  const drop = async () =>
    void (await runOnServer(base.href, `drop database if exists ${name} with (force)`));
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

let own: Promise<PostgresServer> | undefined;

function ownServer(): Promise<PostgresServer> {
  own ??= startPostgres();
  return own;
}

/** Runs a statement on a connection of its own and returns its rows. */
export async function runOnServer(
  url: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs an action while no other process runs one under the same name on the server. */
export async function withServerLock(
  url: string,
  name: string,
  action: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
    await action();
  } finally {
    await client.end();
  }
}

/** Returns a function that sends a line and reads one. Between calls the process may end. */
function openConversation(keeper: ChildProcess): (question: string) => Promise<string> {
  const { stdin, stdout } = keeper;
  if (stdin === null || stdout === null) throw new Error("The keeper has no pipes.");
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const hold = (isHeld: boolean) => {
    for (const handle of [keeper, stdin, stdout] as { ref?(): void; unref?(): void }[]) {
      if (isHeld) handle.ref?.();
      else handle.unref?.();
    }
  };
  return async (question) => {
    hold(true);
    stdin.write(`${question}\n`);
    const line = await lines.next();
    hold(false);
    if (line.done) throw new Error(`PostgreSQL ended on "${question}".`);
    return line.value;
  };
}

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

/** A role that may read and write the rows of a database, and nothing else. */
export interface ServingRole extends AsyncDisposable {
  /** The address of the database for this role. */
  readonly url: string;
}

/** Creates such a role for a database and drops it at disposal. */
export async function aServingRole(databaseUrl: string): Promise<ServingRole> {
  const role = `varde_test_${randomBytes(8).toString("hex")}`;
  await runOnServer(
    databaseUrl,
    `create role ${role} login;
    grant select, insert, update, delete on all tables in schema public to ${role};
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${role}`,
  );
  const url = new URL(databaseUrl);
  url.username = role;
  const drop = async () =>
    void (await runOnServer(databaseUrl, `drop owned by ${role}; drop role ${role}`));
  return { url: url.href, [Symbol.asyncDispose]: drop };
}
