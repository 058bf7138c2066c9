import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { bankMigrations } from "@varde/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import {
  freshDatabase,
  type PostgresServer,
  runOnServer,
  startPostgres,
} from "@varde/testkit/postgres";
import { callHeaders } from "@varde/testkit/psu";
import { BanksFolder, databaseVariable, startRecordedCoreBank } from "@varde/testkit/server";
import { migrateStorage } from "@varde/testkit/storage";
import { RawTpp } from "@varde/testkit/tpp";
import { CommandLine, type Running } from "./a-command-line.ts";

const bankCount = 100;
/** The default of `ulimit -n` on many systems. */
const filesMax = 1_024;
/** Each job of an idle bank runs once in this time, or more often. */
const idleSeconds = 60;

/** The limits of a process with a hundred idle banks on one PostgreSQL server. */
const limits = {
  memoryMb: 300,
  connections: bankCount,
  commitsPerSecond: 40,
  cpuPercent: 5,
} as const;

describe("a hundred banks in one process, on one PostgreSQL server", () => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(new BanksFolder([], { logTo: "stdout" }));
  const varde = new CommandLine();
  const environment: Record<string, string> = {};
  const names = Array.from({ length: bankCount }, (_, at) => `bank-${at}`);
  let server: PostgresServer;

  before(async () => {
    server = stack.use(await startPostgres());
    // The commits of autovacuum would be counted with those of the banks.
    await runOnServer(server.url, "alter system set autovacuum = off");
    await runOnServer(server.url, "select pg_reload_conf()");
    const template = await freshDatabase(server);
    const location = { engine: "postgres", url: template.url } as const;
    await migrateStorage({ location, migrations: bankMigrations });
    const coreBank = stack.use(await startRecordedCoreBank());
    folder.configureHttpDefaults();
    for (const name of names) {
      const database = name.replace("-", "_");
      const from = new URL(template.url).pathname.slice(1);
      await runOnServer(server.url, `create database ${database} template ${from}`);
      const url = new URL(template.url);
      url.pathname = `/${database}`;
      environment[databaseVariable(name)] = url.href;
      folder.configureHttpBank(name, { url: coreBank.url });
    }
    stack.defer(() => varde.close());
  });
  after(() => stack.disposeAsync());

  const start = async (filesMax?: number): Promise<Running> => {
    const running = varde.start(["serve", folder.banks], "", environment, filesMax);
    await running.written(new RegExp(`${bankCount} of ${bankCount} banks are open`));
    return running;
  };

  test("L15: they keep to their limits while idle", async (context) => {
    const startedAt = performance.now();
    const running = await start();
    context.diagnostic(`start: ${Math.round(performance.now() - startedAt)} ms`);
    context.diagnostic(`start: ${cpuSeconds(running.pid).toFixed(1)} s of CPU`);
    await setTimeout(10_000);
    const measureIdle = async () => {
      const earlier = { commits: await countCommits(server.url), cpu: cpuSeconds(running.pid) };
      await setTimeout(idleSeconds * 1_000);
      const found = {
        memoryMb: memoryMb(running.pid),
        connections: await countConnections(server.url),
        commitsPerSecond: ((await countCommits(server.url)) - earlier.commits) / idleSeconds,
        cpuPercent: ((cpuSeconds(running.pid) - earlier.cpu) / idleSeconds) * 100,
      };
      context.diagnostic(JSON.stringify(found));
      return found;
    };
    let found = await measureIdle();
    // The best of three counts: CPU time grows when other programs use the same caches.
    for (let more = 2; more > 0 && found.cpuPercent > limits.cpuPercent; more -= 1) {
      found = await measureIdle();
    }
    running.stop();
    assert.equal((await running.ended).code, 0);
    for (const [name, max] of Object.entries(limits)) {
      const value = found[name as keyof typeof limits];
      assert(value <= max, `${name}: ${value}, ${max} at most`);
    }
  });

  test("they serve with 1024 open files, and say what to raise", async (context) => {
    const running = await start(filesMax);
    // Each bank: 3 connections to the database, 4 to the core bank, and 4 further files.
    await running.written(
      /open files are limited to 1024 .* may need 1100 .* raise the limit to 2392/,
    );
    const [, port = ""] = await running.written(/Listening +http:\S+:(\d+)/);
    await using clients = await openSockets(Number(port), filesMax);
    context.diagnostic(`${clients.openCount} of ${filesMax} idle connections are open`);
    context.diagnostic(`${countFiles(running.pid)} files are open`);
    const tpp = new RawTpp(`http://127.0.0.1:${port}`, folder.tpp);
    const refused: string[] = [];
    for (const name of names) {
      const headers = { ...callHeaders(), "PSU-Context": "PRIVATE", Host: `${name}.example` };
      const { status, text } = await tpp.send({ path: ndct, body: aPayment(), headers });
      if (status !== 201) refused.push(`${name}: ${status} ${text}`);
    }
    running.stop();
    const { code, stdout } = await running.ended;
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /EMFILE/);
    assert.deepEqual(refused, []);
  });
});

/** Opens idle connections, of which the process may close some. */
const openSockets = async (port: number, count: number) => {
  const sockets = Array.from({ length: count }, () =>
    connect(port, "127.0.0.1").on("error", () => {}),
  );
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
  );
  return {
    get openCount() {
      return sockets.filter(({ destroyed }) => !destroyed).length;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const countFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Transactions in the databases of the banks. */
const countCommits = async (url: string): Promise<number> => {
  const [row] = await runOnServer(
    url,
    "select sum(xact_commit)::int as count from pg_stat_database where datname like 'bank_%'",
  );
  return Number(row?.count);
};

const countConnections = async (url: string): Promise<number> => {
  const [row] = await runOnServer(
    url,
    `select count(*)::int as count from pg_stat_activity
      where datname like 'bank_%' and backend_type = 'client backend'`,
  );
  return Number(row?.count);
};

const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/** CPU time of a process, user and system, by its hundredths of a second. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
