import { availableParallelism, cpus } from "node:os";
import { type Caller, paymentCreations } from "../load/caller.ts";
import { sendSigned } from "../load/measure-rounds.ts";
import { median } from "../median.ts";
import { atLeast } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import type { BenchRun } from "./bench-run.ts";

/** Figures of a round. Shares are fractions of all processors of the machine. */
interface Round {
  readonly requestsPerSecond: number;
  readonly databaseShare: number;
  readonly busyShare: number;
}

const gain = 1.5;

/**
 * Compares creations on one server process with two on the same PostgreSQL. Two can be faster only
 * if the machine has idle processors and the database is not the bottleneck; the figures show
 * which.
 */
export const benchTwoProcesses = async (
  run: BenchRun,
  servers: readonly [ServerProcess, ServerProcess],
  databaseUrl: string,
  caller: Caller,
): Promise<void> => {
  const readDatabaseMs = await openPostgresUsage(databaseUrl);
  const measure = async (used: readonly ServerProcess[], count: number): Promise<Round> => {
    await run.load.sign(paymentCreations(caller, count));
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
  const medianFigure = (rounds: readonly Round[], figure: keyof Round) =>
    median(rounds.map((round) => round[figure]));
  const both = (figure: keyof Round) => [medianFigure(one, figure), medianFigure(two, figure)];
  const ratio = median(
    two.map((each, round) => each.requestsPerSecond / (one[round]?.requestsPerSecond ?? 0)),
  );
  const hasRoom = medianFigure(one, "busyShare") * gain <= 1;
  const isDatabaseBusiest = medianFigure(two, "databaseShare") > medianFigure(two, "busyShare") / 2;
  run.report.section("L09", "one and two server processes on PostgreSQL", ["one", "two", "ratio"]);
  run.report.line(
    "requests/s",
    [...both("requestsPerSecond"), ratio],
    hasRoom && !isDatabaseBusiest ? atLeast(gain) : undefined,
  );
  const percent = (figure: keyof Round) => both(figure).map((share) => share * 100);
  run.report.line("PostgreSQL, % of the processors", percent("databaseShare"));
  run.report.line("whole machine, % of the processors", percent("busyShare"));
  if (isDatabaseBusiest)
    run.report.note("The database is the bottleneck; the goal does not apply.");
  else if (!hasRoom) {
    run.report.note(
      `${availableParallelism()} processors are too few for ${gain} times the load of one ` +
        "process with its database; the goal does not apply.",
    );
  }
};

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
