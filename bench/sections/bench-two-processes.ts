import { availableParallelism, cpus } from "node:os";
import { type Caller, creationsOf } from "../load/caller.ts";
import { sendSigned } from "../load/measure-rounds.ts";
import { median } from "../median.ts";
import { atLeast } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import type { BenchRun } from "./bench-run.ts";

/** What a round came to: shares are of all processors of the machine. */
interface Round {
  readonly requestsPerSecond: number;
  readonly databaseShare: number;
  readonly busyShare: number;
}

const gain = 1.5;

/**
 * Creations sent to one server process and to two on the same PostgreSQL, in turn. Two can only be
 * so much faster where the machine has processors left for it, and the database is not what both
 * wait for; the figures say which of them it was.
 */
export const benchTwoProcesses = async (
  run: BenchRun,
  servers: readonly [ServerProcess, ServerProcess],
  databaseUrl: string,
  caller: Caller,
): Promise<void> => {
  const readDatabaseMs = await openPostgresUsage(databaseUrl);
  const measure = async (used: readonly ServerProcess[], count: number): Promise<Round> => {
    await run.load.sign(creationsOf(caller, count));
    const before = { at: performance.now(), database: readDatabaseMs?.() ?? 0, idle: idleMs() };
    const { requestsPerSecond } = await sendSigned(run.load, used);
    const allMs = (performance.now() - before.at) * availableParallelism();
    return {
      requestsPerSecond,
      databaseShare: ((readDatabaseMs?.() ?? Number.NaN) - before.database) / allMs,
      busyShare: 1 - (idleMs() - before.idle) / allMs,
    };
  };
  const { rounds, perRound, warmUp } = run.sizes;
  const [first] = servers;
  await measure(servers, warmUp);
  const one: Round[] = [];
  const two: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measure([first], perRound));
    two.push(await measure(servers, perRound));
  }
  report(run, one, two);
};

const report = (run: BenchRun, one: readonly Round[], two: readonly Round[]): void => {
  const medianOf = (rounds: readonly Round[], figure: keyof Round) =>
    median(rounds.map((round) => round[figure]));
  const both = (figure: keyof Round) => [medianOf(one, figure), medianOf(two, figure)];
  const ratio = median(
    two.map((each, round) => each.requestsPerSecond / (one[round]?.requestsPerSecond ?? 0)),
  );
  const hasRoom = medianOf(one, "busyShare") * gain <= 1;
  const isDatabaseBusiest = medianOf(two, "databaseShare") > medianOf(two, "busyShare") / 2;
  run.report.section("L09", "one server process on PostgreSQL, and two", ["one", "two", "ratio"]);
  run.report.line(
    "requests/s",
    [...both("requestsPerSecond"), ratio],
    hasRoom && !isDatabaseBusiest ? atLeast(gain) : undefined,
  );
  const percent = (figure: keyof Round) => both(figure).map((share) => share * 100);
  run.report.line("PostgreSQL, % of the processors", percent("databaseShare"));
  run.report.line("everything, % of the processors", percent("busyShare"));
  if (isDatabaseBusiest) run.report.note("The database is the limit; the goal does not apply.");
  else if (!hasRoom) {
    run.report.note(
      `One process with its database and its load leaves no room for ${gain} times as much on ` +
        `${availableParallelism()} processors; the goal does not apply.`,
    );
  }
};

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
