import { join } from "node:path";
import { statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { type Figures, sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atLeast, atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { fillDuePayments } from "../setup/fill-due-payments.ts";
import type { BenchRun } from "./bench-run.ts";

/**
 * Each round opens 64 new connections, and the event loop accepts one per turn. With fewer reads,
 * the slowest 1 % would consist only of the first read of each connection.
 */
const readsPerRound = 10_000;

/** Measures how fast due payments clear, and the latency of status reads in the meantime. */
export const benchClearing = async (run: BenchRun): Promise<void> => {
  const count = run.sizes.duePayments;
  const place = { dataFolder: join(run.folder, "clearing") };
  const first = await startSandbox(place);
  const caller = await prepareCaller(first.port);
  await first.stop();
  fillDuePayments(place.dataFolder, 1, count);
  const quiet = await startSandbox(place);
  const rate = await clear(quiet.port, count);
  await quiet.stop();
  fillDuePayments(place.dataFolder, count + 1, count);
  const busy = await startSandbox(place);
  const reads = statusReads(caller, [duePaymentId(1), duePaymentId(count)], readsPerRound);
  const round = async (): Promise<Figures> => {
    await run.load.sign(reads);
    return sendRound(run.load, busy, readsPerRound);
  };
  await round();
  const idle = [await round(), await round(), await round()];
  const during = await roundsWhile(clear(busy.port, count), round);
  await busy.stop();
  run.report.section("L05", "clearing due payments, SQLite", ["idle", "clearing", "ratio"]);
  run.report.line("payments/s", [undefined, undefined, rate], atLeast(5_000));
  const [idleMs, duringMs] = [idle, during].map((all) => median(all.map(({ p99Ms }) => p99Ms)));
  const ratio = (duringMs ?? Number.NaN) / (idleMs ?? Number.NaN);
  run.report.line("status reads, p99 ms", [idleMs, duringMs, ratio], atMost(3));
};

const duePaymentId = (n: number): string => {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  return `0191${hex(n >> 16, 4)}-${hex(n & 65535, 4)}-7${hex(n & 4095, 3)}-8000-${hex(n, 12)}`;
};

/** Runs one batch for all due payments and returns payments per second. */
const clear = async (port: ServerProcess["port"], count: number): Promise<number> => {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/control/v1/batches`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const { taken, text } = (await response.json()) as { taken?: number; text?: string };
  if (taken === undefined || taken < count) throw new Error(text ?? `only ${taken} were due`);
  return (count * 1_000) / (performance.now() - startedAt);
};

const roundsWhile = async (
  work: Promise<unknown>,
  round: () => Promise<Figures>,
): Promise<readonly Figures[]> => {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const rounds: Figures[] = [];
  while (!isOver) rounds.push(await round());
  await ended;
  // The last round may have continued after the end of the work.
  return rounds.length > 1 ? rounds.slice(0, -1) : rounds;
};
