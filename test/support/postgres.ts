import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";

/** A PostgreSQL of our own, gone with this process at the latest, however that ends. */
export interface PostgresServer {
  /** Of the maintenance database; `freshDatabase` makes others beside it. */
  readonly url: string;
  /** As if the machine had crashed under it: kill -9. */
  kill(): Promise<void>;
  /** Stops it from answering without closing a connection. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** After `kill`, on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Starts PostgreSQL under a keeper process that stops it when our end of a pipe closes, which the
 * system does for us even after kill -9. A test runner calls this once and hands the address to the
 * test files as DATABASE_URL. `isDurable` turns fsync on, for measurements.
 */
export async function startPostgres(
  options: { readonly isDurable?: boolean } = {},
): Promise<PostgresServer> {
  const keeperPath = fileURLToPath(new URL("postgres-keeper.ts", import.meta.url));
  const keeper = spawn(process.execPath, [keeperPath, options.isDurable ? "durable" : "fast"], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const ask = conversationWith(keeper);
  const url = await ask("start");
  return {
    url,
    kill: async () => void (await ask("kill")),
    pause: async () => void (await ask("pause")),
    resume: async () => void (await ask("resume")),
    start: async () => void (await ask("start")),
    stop: async () => {
      const ended = new Promise((resolve) => keeper.once("exit", resolve));
      keeper.ref();
      keeper.stdin?.end();
      await ended;
    },
  };
}

/** An empty database on the server of DATABASE_URL, else on one this process starts for itself. */
export async function freshDatabase(server?: PostgresServer): Promise<FreshDatabase> {
  const base = new URL(server?.url ?? process.env.DATABASE_URL ?? (await ownServer()).url);
  const name = `varde_test_${randomBytes(8).toString("hex")}`;
  await askServer(base.href, `create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => askServer(base.href, `drop database if exists ${name} with (force)`),
  };
}

let own: Promise<PostgresServer> | undefined;

function ownServer(): Promise<PostgresServer> {
  own ??= startPostgres();
  return own;
}

async function askServer(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** One line out, one line back. The keeper does not hold the process open between questions. */
function conversationWith(keeper: ChildProcess): (question: string) => Promise<string> {
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
