import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { bankMigrations } from "@varde/bank";
import { freshDatabase, runOnServer, startPostgres } from "@varde/testkit/postgres";
import { BanksFolder, startRecordedCoreBank } from "@varde/testkit/server";
import { migrateStorage } from "@varde/testkit/storage";
import { CommandLine } from "./a-command-line.ts";

const bankCount = 100;
const idleSeconds = 20;

/** The limits of a process with a hundred idle banks on one PostgreSQL server. */
const limits = {
  memoryMb: 300,
  connections: bankCount,
  commitsPerSecond: 40,
  cpuPercent: 5,
} as const;

const oidc = {
  issuer: "https://eid.example",
  levels: ["substantial", "high"],
  levelMin: "high",
  identityClaim: "pid",
  approvalParameter: "binding_message",
  approvalClaim: "binding_message",
};
const jwk = JSON.stringify({ kty: "EC", kid: "bank", alg: "ES256" });

test("L15: a hundred idle banks in one process keep to their limits", async (context) => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const template = await freshDatabase(server);
  const location = { engine: "postgres", url: template.url } as const;
  await migrateStorage({ location, migrations: bankMigrations });
  const coreBank = stack.use(await startRecordedCoreBank());
  const folder = stack.use(new BanksFolder([], { logTo: "stdout" }));
  folder.configureDefaults({ module: undefined, sca: { oidc } });
  folder.write("banks/eid.jwk", jwk);
  const environment: Record<string, string> = {};
  for (let at = 0; at < bankCount; at += 1) {
    const name = `bank-${at}`;
    const from = new URL(template.url).pathname.slice(1);
    await runOnServer(server.url, `create database bank_${at} template ${from}`);
    const url = new URL(template.url);
    url.pathname = `/bank_${at}`;
    environment[`BANK_${at}`] = url.href;
    folder.configureBank(name, {
      dataFolder: undefined,
      databaseUrl: { env: `BANK_${at}` },
      coreBank: { url: coreBank.url },
      sca: { oidc: { clientId: name, key: { file: "eid.jwk" } } },
    });
  }
  const varde = new CommandLine();
  stack.defer(() => varde.close());
  const startedAt = performance.now();
  const running = varde.start(["serve", folder.banks], "", environment);
  await running.written(new RegExp(`${bankCount} of ${bankCount} banks are open`));
  context.diagnostic(`start: ${Math.round(performance.now() - startedAt)} ms`);
  context.diagnostic(`start: ${cpuSeconds(running.pid).toFixed(1)} s of CPU`);
  await setTimeout(10_000);
  const before = { commits: await countCommits(server.url), cpu: cpuSeconds(running.pid) };
  await setTimeout(idleSeconds * 1_000);
  const found = {
    memoryMb: memoryMb(running.pid),
    connections: await countConnections(server.url),
    commitsPerSecond: ((await countCommits(server.url)) - before.commits) / idleSeconds,
    cpuPercent: ((cpuSeconds(running.pid) - before.cpu) / idleSeconds) * 100,
  };
  context.diagnostic(JSON.stringify(found));
  running.stop();
  assert.equal((await running.ended).code, 0);
  for (const [name, max] of Object.entries(limits)) {
    const value = found[name as keyof typeof limits];
    assert(value <= max, `${name}: ${value}, ${max} at most`);
  }
});

/** Transactions in the databases of the banks, also those of PostgreSQL's own autovacuum. */
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
