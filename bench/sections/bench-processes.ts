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
const connectionsMax = 64;

type Costs = ReadonlyMap<number, readonly number[]>;

/**
 * Compares the CPU per request of one, two and four server processes on one PostgreSQL, with all
 * processes and the database added up: at a steady rate, and as fast as they respond. All four run
 * all the time, so that their background jobs cost the same in every round; what those cost alone
 * is measured when nothing is sent.
 */
export const benchProcesses = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const calls = processesMax * (warmUp + perRound) + 2 * processCounts.length * rounds * perRound;
  const mix = await prepareTraffic(run.load, place, calls);
  const readDatabaseMs = (await openPostgresUsage(place.databaseUrl ?? "")) ?? (() => 0);
  const servers: ServerProcess[] = [await startSandbox(place)];
  const commitsOfOne = await countIdleCommits(place);
  while (servers.length < processesMax) servers.push(await startSandbox(place));
  const commitsOfAll = await countIdleCommits(place);
  const allMs = () => servers.reduce((sum, server) => sum + server.usage().cpuMs, readDatabaseMs());
  const send = async (burst: Rounds["burst"], used: number, pace: Pace): Promise<number> => {
    await run.load.sign(burst(perRound));
    const beforeMs = allMs();
    await pace(run, servers.slice(0, used));
    return ((allMs() - beforeMs) * 1_000) / perRound;
  };
  const warm = async (burst: Rounds["burst"]): Promise<void> => {
    for (let sent = 0; sent < warmUp * processesMax; sent += perRound) {
      await send(burst, processesMax, atOnce);
    }
  };
  const measure = async (burst: Rounds["burst"], pace: Pace): Promise<Costs> => {
    const costs = new Map<number, number[]>(processCounts.map((used) => [used, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const used of round % 2 === 0 ? processCounts : processCounts.toReversed()) {
        costs.get(used)?.push(await send(burst, used, pace));
      }
    }
    return costs;
  };
  const creation: Rounds["burst"] = (count) => paymentCreations(mix.caller, count);
  const results: [label: string, costs: Costs][] = [];
  for (const [label, burst] of [
    ["traffic", mix.next.bind(mix)],
    ["creation", creation],
  ] as const) {
    await warm(burst);
    const rate = `${run.sizes.soakPerSecond}/s`;
    results.push([`${label}, ${rate}`, await measure(burst, steadily)]);
    results.push([`${label}, at full speed`, await measure(burst, atOnce)]);
  }
  await Promise.all(servers.map((server) => server.stop()));
  run.report.section("L12", "CPU per request with the database, PostgreSQL, µs", [
    ...processCounts.map((used) => (used === 1 ? "1 process" : `${used}`)),
    "ratio",
  ]);
  for (const [label, costs] of results) reportCosts(run, label, costs);
  run.report.line("commits/s when idle", [commitsOfOne, undefined, commitsOfAll]);
};

type Pace = (run: BenchRun, servers: readonly ServerProcess[]) => Promise<unknown>;

const atOnce: Pace = ({ load }, servers) => sendSigned(load, servers);

const steadily: Pace = async ({ load, sizes }, servers) => {
  const ports = servers.map(({ port }) => port);
  const { statuses } = await load.offer({ ports, perSecond: sizes.soakPerSecond, connectionsMax });
  const refused = Object.keys(statuses).some((status) => !status.startsWith("2"));
  if (refused) throw new Error(`Some requests were refused: ${JSON.stringify(statuses)}.`);
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
