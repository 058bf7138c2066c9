import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase, startPostgres } from "@varde/testkit/postgres";
import { Client } from "pg";
import {
  paymentCreations,
  readPaymentId,
  resourceReads,
  statusReads,
} from "../../bench/load/caller.ts";
import { type LoadGenerator, startLoadGenerator } from "../../bench/load/load-generator.ts";
import { prepareCaller } from "../../bench/load/prepare-caller.ts";
import { sendRound } from "../../bench/load/send-round.ts";
import type { Burst } from "../../bench/load/sign-burst.ts";
import { median } from "../../bench/median.ts";
import { openPostgresUsage } from "../../bench/servers/postgres-usage.ts";
import type { ServerProcess } from "../../bench/servers/server-process.ts";
import { type SandboxPlace, startSandbox } from "../../bench/servers/start-sandbox.ts";
import { grantAccounts, listAccountIds } from "../../bench/setup/account-client.ts";
import {
  type CallCost,
  type EngineCosts,
  type MeasuredCosts,
  type SizedCall,
  sizedCalls,
} from "./sizing-model.ts";

/** How many requests are sent for each kind of call. */
export interface SizingEffort {
  /** Requests that are not measured, while the engine of Node still optimises. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly perRound: number;
}

export const fullEffort: SizingEffort = { warmUp: 4_000, rounds: 8, perRound: 250 };

/** Signatures are valid for a minute, so that long bursts are sent in parts. */
const burstMax = 250;

/** A bank to be measured, with functions that read the size and the CPU time of its database. */
interface Bank {
  readonly place: SandboxPlace;
  readonly readDatabaseMs: () => number;
  readonly readBytes: () => Promise<number>;
}

/** Measures what each call costs on both engines, on loopback, and names the machine. */
export const measureCosts = async (effort: SizingEffort): Promise<MeasuredCosts> => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-sizing-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const load = stack.adopt(startLoadGenerator(), (generator) => generator.stop());
  const sqlite = await measureBank(onSqlite(join(folder, "sqlite")), load, effort);
  // As in production, each commit waits for the disk.
  const server = stack.adopt(await startPostgres("durable"), (started) => started.stop());
  const database = stack.use(await freshDatabase(server));
  const bank = await onPostgres(join(folder, "postgres"), database.url, stack);
  const postgres = await measureBank(bank, load, effort);
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores (${process.arch}), Node ${process.versions.node}`,
    loadAverage: Math.round(loadavg()[0] ?? 0),
    callsMeasured: effort.rounds * effort.perRound,
    callsBefore: effort.warmUp,
    transactionsPerPage: postgres.transactionsPerPage,
    residentMb: Math.round(postgres.residentMb),
    sqlite: sqlite.costs,
    postgres: postgres.costs,
  };
};

const onSqlite = (dataFolder: string): Bank => ({
  place: { dataFolder },
  readDatabaseMs: () => 0,
  readBytes: async () =>
    ["varde.sqlite", "varde.sqlite-wal"]
      .map((file) => statSync(join(dataFolder, file), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0),
});

const onPostgres = async (
  dataFolder: string,
  databaseUrl: string,
  stack: AsyncDisposableStack,
): Promise<Bank> => {
  const readDatabaseMs = await openPostgresUsage(databaseUrl);
  if (readDatabaseMs === undefined) {
    throw new Error("The CPU time of PostgreSQL cannot be read; run it on this machine, on Linux.");
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  const readBytes = async () => {
    const { rows } = await client.query("select pg_database_size(current_database()) as bytes");
    return Number(rows[0].bytes);
  };
  return { place: { dataFolder, databaseUrl }, readDatabaseMs, readBytes };
};

interface MeasuredBank {
  readonly costs: EngineCosts;
  readonly transactionsPerPage: number;
  readonly residentMb: number;
}

const measureBank = async (
  bank: Bank,
  load: LoadGenerator,
  effort: SizingEffort,
): Promise<MeasuredBank> => {
  const server = await startSandbox(bank.place);
  try {
    const caller = await prepareCaller(server.port);
    await grantAccounts(server, caller);
    const [manyId = ""] = await listAccountIds(server, caller);
    await load.sign(paymentCreations(caller, 64));
    const paymentId = readPaymentId((await sendRound(load, server, 64)).lastBody);
    const bursts: Readonly<Record<SizedCall, (count: number) => Burst>> = {
      creation: (count) => paymentCreations(caller, count),
      status: (count) => statusReads(caller, [paymentId], count),
      balances: (count) => resourceReads(caller, [`/v1/accounts/${manyId}/balances`], count),
      transactions: (count) =>
        resourceReads(caller, [`/v1/accounts/${manyId}/transactions?dateFrom=2020-01-01`], count),
    };
    const costs: Partial<Record<SizedCall, CallCost>> = {};
    let lastBody = "";
    for (const call of sizedCalls) {
      const measured = await measureCall(bank, bursts[call], effort, (burst) =>
        sendPatiently(load, server, burst),
      );
      costs[call] = measured.cost;
      lastBody = measured.lastBody;
    }
    return {
      costs: costs as EngineCosts,
      transactionsPerPage: lastBody.match(/"transactionId"/g)?.length ?? 0,
      residentMb: server.usage().residentMb,
    };
  } finally {
    await server.stop();
  }
};

const triesMax = 3;

/** Sends a burst, again if the machine was so busy that connections timed out. */
const sendPatiently = async (
  load: LoadGenerator,
  server: ServerProcess,
  burst: Burst,
): ReturnType<typeof sendRound> => {
  for (let attempt = 1; ; attempt += 1) {
    await load.sign({
      ...burst,
      firstAmountMinor: burst.firstAmountMinor + (attempt - 1) * 1_000_000,
    });
    try {
      return await sendRound(load, server, burst.count);
    } catch (error) {
      if (attempt === triesMax) throw error;
    }
  }
};

const measureCall = async (
  { readDatabaseMs, readBytes, place }: Bank,
  burst: (count: number) => Burst,
  { warmUp, rounds, perRound }: SizingEffort,
  send: (burst: Burst) => ReturnType<typeof sendRound>,
): Promise<{ readonly cost: CallCost; readonly lastBody: string }> => {
  for (let sent = 0; sent < warmUp; sent += burstMax) {
    await send(burst(Math.min(burstMax, warmUp - sent)));
  }
  const bytesBefore = await readBytes();
  const bankUs: number[] = [];
  const databaseUs: number[] = [];
  let lastBody = "";
  for (let round = 0; round < rounds; round += 1) {
    const before = readDatabaseMs();
    const sent = await send(burst(perRound));
    databaseUs.push(((readDatabaseMs() - before) * 1_000) / perRound);
    bankUs.push(sent.cpuUs);
    lastBody = sent.lastBody;
  }
  const bytes = ((await readBytes()) - bytesBefore) / (rounds * perRound);
  const isPostgres = place.databaseUrl !== undefined;
  const cost: CallCost = {
    bankUs: Math.round(median(bankUs)),
    ...(isPostgres && { databaseUs: Math.round(median(databaseUs)) }),
    bytes: Math.max(0, Math.round(bytes)),
  };
  return { cost, lastBody };
};
