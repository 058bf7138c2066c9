import { setTimeout } from "node:timers/promises";
import { runOnServer } from "@varde/testkit/postgres";
import type { Rounds } from "../compare/measure-sides.ts";
import { paymentCreations } from "../load/caller.ts";
import { sendSigned } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost, type Goal } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startFloor } from "../servers/start-floor.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { copyDatabase } from "../setup/copy-database.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import { TrafficMix } from "../setup/traffic-mix.ts";
import type { BenchRun, Places } from "./bench-run.ts";

const processCounts = [1, 2, 4] as const;
const processesMax = Math.max(...processCounts);
const idleMs = 10_000;
const connectionsMax = 64;

/**
 * Compares the CPU per request of one, two and four server processes on one PostgreSQL, with all
 * processes and the database added up. All four run all the time, but the CPU of those that get no
 * requests is left out. What background jobs commit is counted while nothing is sent. Floors show
 * how much of the difference is due to the machine.
 */
export const benchProcesses = async (run: BenchRun, { bank, floor }: Places): Promise<void> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const measuredRounds = listPaces(run).length * processCounts.length * rounds;
  const calls = processesMax * (warmUp + perRound) + measuredRounds * perRound;
  const mix = await prepareTraffic(run.load, bank, calls);
  await copyDatabase(bank, floor);
  const readDatabaseMs = (await openPostgresUsage(bank.databaseUrl ?? "")) ?? (() => 0);
  const banks = [await startSandbox(bank)];
  const commitsOfOne = await countIdleCommits(bank);
  while (banks.length < processesMax) banks.push(await startSandbox(bank));
  const commitsOfAll = await countIdleCommits(bank);
  const ofBanks = await measureServers(run, banks, mix, readDatabaseMs);
  const floors = await Promise.all(Array.from(banks, () => startFloor(floor)));
  const sameMix = new TrafficMix(mix.caller, mix.psus, mix.paymentId);
  const ofFloors = await measureServers(run, floors, sameMix, readDatabaseMs);
  run.report.section("L12", "CPU per request with the database, PostgreSQL, µs", [
    ...processCounts.map((count) => (count === 1 ? "1 process" : `${count}`)),
    "ratio",
  ]);
  for (const [label, costs] of ofBanks) reportCosts(run, label, costs, atMost(1.1));
  for (const [label, costs] of ofFloors) reportCosts(run, `floor: ${label}`, costs);
  run.report.line("commits/s when idle", [commitsOfOne, undefined, commitsOfAll]);
};

/** The costs of each round, by number of processes. */
type Costs = ReadonlyMap<number, readonly number[]>;

type Send = (run: BenchRun, servers: readonly ServerProcess[]) => Promise<unknown>;

/** Measures the servers with each kind of requests at each pace, and stops them. */
const measureServers = async (
  run: BenchRun,
  servers: readonly ServerProcess[],
  mix: TrafficMix,
  readDatabaseMs: () => number,
): Promise<readonly (readonly [label: string, costs: Costs])[]> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const measureRound = async (burst: Rounds["burst"], count: number, send: Send) => {
    const used = servers.slice(0, count);
    const readMs = () => used.reduce((sum, server) => sum + server.usage().cpuMs, readDatabaseMs());
    await run.load.sign(burst(perRound));
    const beforeMs = readMs();
    await send(run, used);
    return ((readMs() - beforeMs) * 1_000) / perRound;
  };
  const measured: [label: string, costs: Costs][] = [];
  for (const [kind, burst] of [
    ["traffic", mix.next.bind(mix)],
    ["creation", (count: number) => paymentCreations(mix.caller, count)],
  ] as const) {
    for (let sent = 0; sent < warmUp * processesMax; sent += perRound) {
      await measureRound(burst, processesMax, sendAtOnce);
    }
    for (const { label, send } of listPaces(run)) {
      const costs = new Map<number, number[]>(processCounts.map((count) => [count, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const count of round % 2 === 0 ? processCounts : processCounts.toReversed()) {
          costs.get(count)?.push(await measureRound(burst, count, send));
        }
      }
      measured.push([`${kind}, ${label}`, costs]);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  return measured;
};

const sendAtOnce: Send = ({ load }, servers) => sendSigned(load, servers);

const sendSteadily =
  (perSecond: (processes: number) => number): Send =>
  async ({ load }, servers) => {
    const ports = servers.map(({ port }) => port);
    const { statuses } = await load.offer({
      ports,
      perSecond: perSecond(servers.length),
      connectionsMax,
    });
    const refused = Object.keys(statuses).some((status) => !status.startsWith("2"));
    if (refused) throw new Error(`Some requests were refused: ${JSON.stringify(statuses)}.`);
  };

const listPaces = ({ sizes: { soakPerSecond } }: BenchRun) => [
  {
    label: `${soakPerSecond / processesMax}/s for each`,
    send: sendSteadily((processes) => (processes * soakPerSecond) / processesMax),
  },
  { label: `${soakPerSecond}/s for all`, send: sendSteadily(() => soakPerSecond) },
  { label: "at full speed", send: sendAtOnce },
];

const reportCosts = (run: BenchRun, label: string, costs: Costs, goal?: Goal): void => {
  const ones = costs.get(1) ?? [];
  const most = costs.get(processesMax) ?? [];
  const ratio = median(most.map((cost, round) => cost / (ones[round] ?? Number.NaN)));
  const medians = processCounts.map((count) => median(costs.get(count) ?? []));
  run.report.line(label, [...medians, ratio], goal);
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
