import { join } from "node:path";
import { paymentCreations } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import type { Offered } from "../load/send-at-rate.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atLeast, atMost } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";

const times = 3;
/** Long enough that reaching the limit of concurrent requests is a small part of it. */
const offerSeconds = 3;
/** Twice the bank's limit, so that the bank refuses requests and not the caller. */
const connectionsMax = 2_000;
const busyMsMax = 500;

interface Capacity {
  readonly perSecond: number;
  readonly cpuUs: number;
}

interface Round extends Offered {
  readonly capacity: Capacity;
  /** CPU per created payment, including the cost of refusals. */
  readonly cpuUs: number;
}

/**
 * Sends payments at three times the bank's current capacity, without slowing down. The capacity is
 * measured before and after each round, so that a temporarily slow machine affects both.
 */
export const benchOverload = async (run: BenchRun): Promise<void> => {
  const bank = await startSandbox({ dataFolder: join(run.folder, "overload") });
  const caller = await prepareCaller(bank.port);
  const { warmUp, perRound: count } = run.sizes;
  const measure = async (): Promise<Capacity> => {
    await run.load.sign(paymentCreations(caller, count));
    const { requestsPerSecond: perSecond, cpuUs } = await sendRound(run.load, bank, count);
    return { perSecond, cpuUs };
  };
  for (let sent = 0; sent < warmUp; sent += count) await measure();
  let before = await measure();
  const rounds: Round[] = [];
  for (let round = 0; round < run.sizes.overloads; round += 1) {
    const perSecond = times * before.perSecond;
    await run.load.sign(paymentCreations(caller, Math.ceil(perSecond * offerSeconds)));
    const spentMs = bank.usage().cpuMs;
    const offered = await run.load.offer({ ports: [bank.port], perSecond, connectionsMax });
    const created = countCreated(offered);
    const cpuUs = ((bank.usage().cpuMs - spentMs) * 1_000) / created;
    const then = await measure();
    rounds.push({ ...offered, cpuUs, capacity: averageCapacity(before, then) });
    before = then;
  }
  await bank.stop();
  report(run, rounds);
};

const averageCapacity = (one: Capacity, other: Capacity): Capacity => ({
  perSecond: (one.perSecond + other.perSecond) / 2,
  cpuUs: (one.cpuUs + other.cpuUs) / 2,
});

/** Counts the created payments. Every other response must be a 503. */
const countCreated = ({ statuses }: Offered): number => {
  const { 201: created = 0, 503: _, ...others } = statuses;
  if (Object.keys(others).length === 0) return created;
  throw new Error(`Unexpected statuses: ${JSON.stringify(statuses)}`);
};

const report = ({ report }: BenchRun, rounds: readonly Round[]): void => {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
  const compare = (figure: "sentPerSecond" | "goodPerSecond") => [
    middle((round) => round.capacity.perSecond),
    middle((round) => round[figure]),
    middle((round) => round[figure] / round.capacity.perSecond),
  ];
  report.section("L07", "three times its capacity, SQLite", ["capacity", "overload", "ratio"]);
  report.line("requests/s", compare("sentPerSecond"));
  report.line("payments/s", compare("goodPerSecond"), atLeast(0.8));
  report.line("CPU per payment, µs", [
    middle((round) => round.capacity.cpuUs),
    middle((round) => round.cpuUs),
    middle((round) => round.capacity.cpuUs / round.cpuUs),
  ]);
  report.line("201, p99 ms", [undefined, middle((round) => round.goodP99Ms)]);
  report.line("503, p99 ms", [undefined, middle((round) => round.busyP99Ms)], atMost(busyMsMax));
};
