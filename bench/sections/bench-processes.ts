import { setTimeout } from "node:timers/promises";
import { runOnServer } from "@varde/testkit/postgres";
import { paymentCreations } from "../load/caller.ts";
import { type Rounds, sendSigned } from "../load/measure-rounds.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import type { BenchRun } from "./bench-run.ts";

const processCounts = [1, 2, 4] as const;
const processesMax = Math.max(...processCounts);
const idleMs = 10_000;

type Costs = ReadonlyMap<number, readonly number[]>;

/**
 * Compares the CPU per request of one, two and four server processes on one PostgreSQL, with all
 * processes and the database added up. All four run all the time, so that their background jobs
 * cost the same in every round; what those cost alone is measured when nothing is sent.
 */
export const benchProcesses = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const calls = processesMax * (warmUp + perRound) + processCounts.length * rounds * perRound;
  const mix = await prepareTraffic(run.load, place, calls);
  const readDatabaseMs = (await openPostgresUsage(place.databaseUrl ?? "")) ?? (() => 0);
  const servers: ServerProcess[] = [await startSandbox(place)];
  const commitsOfOne = await countIdleCommits(place);
  while (servers.length < processesMax) servers.push(await startSandbox(place));
  const commitsOfAll = await countIdleCommits(place);
  const allMs = () => servers.reduce((sum, server) => sum + server.usage().cpuMs, readDatabaseMs());
  const send = async (used: number, burst: Rounds["burst"]): Promise<number> => {
    await run.load.sign(burst(perRound));
    const beforeMs = allMs();
    await sendSigned(run.load, servers.slice(0, used));
    return ((allMs() - beforeMs) * 1_000) / perRound;
  };
  const measure = async (burst: Rounds["burst"]): Promise<Costs> => {
    const costs = new Map<number, number[]>(processCounts.map((used) => [used, []]));
    for (let sent = 0; sent < warmUp * processesMax; sent += perRound) {
      await send(processesMax, burst);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const used of round % 2 === 0 ? processCounts : processCounts.toReversed()) {
        costs.get(used)?.push(await send(used, burst));
      }
    }
    return costs;
  };
  const traffic = await measure((count) => mix.next(count));
  const creation = await measure((count) => paymentCreations(mix.caller, count));
  await Promise.all(servers.map((server) => server.stop()));
  run.report.section("L12", "CPU per request with the database, PostgreSQL, µs", [
    ...processCounts.map((used) => (used === 1 ? "1 process" : `${used}`)),
    "ratio",
  ]);
  reportCosts(run, "traffic of a bank", traffic);
  reportCosts(run, "payment creation", creation);
  run.report.line("commits/s when idle", [commitsOfOne, undefined, commitsOfAll]);
};

const reportCosts = (run: BenchRun, label: string, costs: Costs): void => {
  const ones = costs.get(1) ?? [];
  const most = costs.get(processesMax) ?? [];
  const ratio = median(most.map((cost, round) => cost / (ones[round] ?? Number.NaN)));
  const medians = processCounts.map((used) => median(costs.get(used) ?? []));
  run.report.line(label, [...medians, ratio], atMost(1.1));
};

/** Returns the commits per second of processes to which nothing is sent. */
const countIdleCommits = async ({ databaseUrl = "" }: SandboxPlace): Promise<number> => {
  const read = async () => {
    const text = "select xact_commit from pg_stat_database where datname = current_database()";
    return Number((await runOnServer(databaseUrl, text))[0]?.xact_commit);
  };
  // Processes that have just started do more than idle ones.
  await setTimeout(2_000);
  const before = await read();
  await setTimeout(idleMs);
  return ((await read()) - before) / (idleMs / 1_000);
};
