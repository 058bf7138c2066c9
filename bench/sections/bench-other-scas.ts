import { setTimeout } from "node:timers/promises";
import { paymentCreations } from "../load/caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import { startScas } from "../setup/start-scas.ts";
import type { BenchRun } from "./bench-run.ts";

const scasPerSecond = 5;
/** Calls without the PSU that the PSUs are filled for; they take turns to complete SCAs. */
const callsFilled = 3_000;
const aloneMs = 5_000;
/** Longer rounds than usual, so that each has a good number of SCAs. */
const roundFactor = 4;

interface Round {
  readonly requestsPerSecond: number;
  /** CPU of bank and database per creation, without that of the SCAs. */
  readonly cpuUs: number;
}

/**
 * Compares payment creations on PostgreSQL while other people complete SCAs with creations alone.
 * The cost of an SCA is measured on its own first and subtracted, so that the figure shows only
 * what SCAs do to the requests beside them.
 */
export const benchOtherScas = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const { load, sizes } = run;
  const mix = await prepareTraffic(load, place, callsFilled);
  const readDatabaseMs = (await openPostgresUsage(place.databaseUrl ?? "")) ?? (() => 0);
  const bank = await startSandbox(place);
  const allMs = () => bank.usage().cpuMs + readDatabaseMs();
  const start = () => startScas(bank.port, mix, scasPerSecond);
  const count = sizes.perRound * roundFactor;
  const measure = async (scaMs: number | undefined): Promise<Round> => {
    await load.sign(paymentCreations(mix.caller, count));
    const beforeMs = allMs();
    const stop = scaMs === undefined ? undefined : start();
    const { requestsPerSecond } = await sendRound(load, bank, count);
    const scas = (await stop?.()) ?? 0;
    const spentMs = allMs() - beforeMs - scas * (scaMs ?? 0);
    return { requestsPerSecond, cpuUs: (spentMs * 1_000) / count };
  };
  for (let sent = 0; sent < sizes.warmUp; sent += count) await measure(0);
  const idleMs = await spend(allMs, aloneMs);
  const stop = start();
  const beforeMs = allMs();
  await setTimeout(aloneMs);
  const scas = await stop();
  const scaMs = (allMs() - beforeMs - idleMs) / scas;
  const alone: Round[] = [];
  const beside: Round[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    if (round % 2 === 0) alone.push(await measure(undefined));
    beside.push(await measure(scaMs));
    if (round % 2 === 1) alone.push(await measure(undefined));
  }
  await bank.stop();
  report(run, scaMs, alone, beside);
};

/** Returns the CPU time of an interval without load. */
const spend = async (readMs: () => number, ms: number): Promise<number> => {
  const beforeMs = readMs();
  await setTimeout(ms);
  return readMs() - beforeMs;
};

const report = (
  run: BenchRun,
  scaMs: number,
  alone: readonly Round[],
  beside: readonly Round[],
): void => {
  const title = `creation beside ${scasPerSecond} SCAs a second, PostgreSQL`;
  run.report.section("L11", title, ["alone", "beside", "ratio"]);
  const compare = (figure: keyof Round) => [
    median(alone.map((round) => round[figure])),
    median(beside.map((round) => round[figure])),
    median(beside.map((round, at) => round[figure] / (alone[at]?.[figure] ?? Number.NaN))),
  ];
  run.report.line("CPU with database, µs", compare("cpuUs"), atMost(1.1));
  run.report.line("requests/s", compare("requestsPerSecond"));
  run.report.line("CPU of one SCA, ms", [undefined, scaMs]);
};
