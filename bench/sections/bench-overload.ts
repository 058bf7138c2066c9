import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type Caller, paymentCreations } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atLeast, atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startFloor } from "../servers/start-floor.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";

const times = 3;
/** Long enough that reaching the limit of concurrent requests is a small part of it. */
const overloadSeconds = 3;
/** Three times what one TPP may have in flight. */
const waitingConnections = times * 500;
/** More than are in flight and wait, so that the bank refuses requests and not the caller. */
const arrivingConnections = 4_000;
const goodMsMax = 2_000;
/** A server rests if it uses less CPU than this within that time. */
const restingMsMax = 10;
const restMs = 200;

interface Capacity {
  readonly perSecond: number;
  readonly cpuUs: number;
}

interface Overload {
  readonly sentPerSecond: number;
  readonly goodPerSecond: number;
  readonly goodP99Ms: number;
  /** CPU of a refusal: what is left of the CPU after that of the created payments. */
  readonly refusalUs: number;
  readonly refusedShare: number;
  readonly capacity: Capacity;
}

interface OverloadedBank {
  readonly run: BenchRun;
  readonly bank: ServerProcess;
  readonly caller: Caller;
}

/** Causes an overload of a bank with this capacity. */
type Cause = (bank: OverloadedBank, capacity: Capacity) => Promise<Sent>;

interface Sent {
  readonly sentPerSecond: number;
  readonly goodPerSecond: number;
  readonly goodP99Ms: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** CPU time of the bank, without that of opening connections. */
  readonly cpuMs: number;
}

/** Many callers, each of which waits for its response before it sends the next request. */
const waitForResponses: Cause = async ({ run, bank, caller }, { perSecond }) => {
  await run.load.sign(paymentCreations(caller, Math.ceil(perSecond * overloadSeconds)));
  const before = bank.usage().cpuMs;
  const sent = await run.load.send([bank.port], waitingConnections);
  const { cpuMs } = bank.usage();
  const all = Object.values(sent.statuses).reduce((sum, each) => sum + each, 0);
  const goodPerSecond = (sent.requestsPerSecond * (sent.statuses[201] ?? 0)) / all;
  return {
    sentPerSecond: sent.requestsPerSecond,
    goodPerSecond,
    goodP99Ms: sent.p99Ms,
    statuses: sent.statuses,
    cpuMs: cpuMs - before,
  };
};

/** Requests that arrive at a fixed rate, whatever becomes of those before them. */
const arriveAtRate: Cause = async ({ run, bank, caller }, capacity) => {
  const perSecond = times * capacity.perSecond;
  await run.load.sign(paymentCreations(caller, Math.ceil(perSecond * overloadSeconds)));
  return run.load.offer({
    ports: [bank.port],
    perSecond,
    connectionsMax: arrivingConnections,
    pid: bank.pid,
  });
};

/** Waits until a server rests. After the last response it still closes thousands of connections. */
const untilAtRest = async (server: ServerProcess): Promise<void> => {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const { cpuMs } = server.usage();
    if (cpuMs - before < restingMsMax) return;
    before = cpuMs;
    await after(restMs);
  }
};

/** Sends the same arrivals to a bare server, which refuses them all, and returns the CPU of one. */
const measureBareRefusal = async (overloaded: OverloadedBank, capacity: Capacity) => {
  const { cpuMs, statuses } = await arriveAtRate(overloaded, capacity);
  await untilAtRest(overloaded.bank);
  return (cpuMs * 1_000) / countStatuses(statuses).refused;
};

/**
 * Sends payments at three times the bank's present capacity, in both forms of overload. The
 * capacity is measured before and after each round, so that a temporarily slow machine affects
 * both. `--against` measures another version instead.
 */
export const benchOverload = async (run: BenchRun): Promise<void> => {
  const { releaseFolder } = run;
  const bank = await startSandbox({
    dataFolder: join(run.folder, "overload"),
    ...(releaseFolder === undefined ? {} : { root: releaseFolder }),
  });
  const caller = await prepareCaller(bank.port);
  const { warmUp, perRound: count } = run.sizes;
  const measure = async (): Promise<Capacity> => {
    await run.load.sign(paymentCreations(caller, count));
    const { requestsPerSecond: perSecond, cpuUs } = await sendRound(run.load, bank, count);
    return { perSecond, cpuUs };
  };
  for (let sent = 0; sent < warmUp; sent += count) await measure();
  let before = await measure();
  const overload = async (cause: Cause): Promise<Overload> => {
    const sent = await cause({ run, bank, caller }, before);
    await untilAtRest(bank);
    const then = await measure();
    const capacity = averageCapacity(before, then);
    before = then;
    const { created, refused } = countStatuses(sent.statuses);
    const refusalUs = (sent.cpuMs * 1_000 - created * capacity.cpuUs) / refused;
    return { ...sent, capacity, refusalUs, refusedShare: refused / (created + refused) };
  };
  const bare = await startFloor({ engine: "refuse" });
  const refuseBare = () => measureBareRefusal({ run, bank: bare, caller }, before);
  await refuseBare();
  const waiting: Overload[] = [];
  const arriving: Overload[] = [];
  const bareUs: number[] = [];
  for (let round = 0; round < run.sizes.overloads; round += 1) {
    waiting.push(await overload(waitForResponses));
    arriving.push(await overload(arriveAtRate));
    bareUs.push(await refuseBare());
  }
  await bank.stop();
  await bare.stop();
  reportWaiting(run, waiting);
  reportArriving(run, arriving, median(bareUs));
};

const averageCapacity = (one: Capacity, other: Capacity): Capacity => ({
  perSecond: (one.perSecond + other.perSecond) / 2,
  cpuUs: (one.cpuUs + other.cpuUs) / 2,
});

/** Counts created payments and refusals. Every other status is a fault. */
const countStatuses = (statuses: Sent["statuses"]) => {
  const { 201: created = 0, 503: refused = 0, ...others } = statuses;
  if (Object.keys(others).length === 0) return { created, refused };
  throw new Error(`Unexpected statuses: ${JSON.stringify(statuses)}`);
};

const heads = ["capacity", "overload", "ratio"];

const middle = (rounds: readonly Overload[], figure: (round: Overload) => number): number =>
  median(rounds.map(figure));

const compareRates = (rounds: readonly Overload[], figure: "sentPerSecond" | "goodPerSecond") => [
  middle(rounds, ({ capacity }) => capacity.perSecond),
  middle(rounds, (round) => round[figure]),
  middle(rounds, (round) => round[figure] / round.capacity.perSecond),
];

const reportWaiting = ({ report }: BenchRun, rounds: readonly Overload[]): void => {
  report.section("L07", `${waitingConnections} connections that wait, SQLite`, heads);
  report.line("payments/s", compareRates(rounds, "goodPerSecond"), atLeast(0.8));
  report.line("share of 503", [undefined, middle(rounds, ({ refusedShare }) => refusedShare)]);
  report.line("p99 ms", [undefined, middle(rounds, ({ goodP99Ms }) => goodP99Ms)]);
};

const reportArriving = (
  { report }: BenchRun,
  rounds: readonly Overload[],
  bareUs: number,
): void => {
  report.section("L07", "arrivals at three times its capacity, SQLite", heads);
  report.line("requests/s", compareRates(rounds, "sentPerSecond"));
  report.line("payments/s", compareRates(rounds, "goodPerSecond"));
  const creationUs = middle(rounds, ({ capacity }) => capacity.cpuUs);
  report.line(
    "CPU of creation and 503, µs",
    [
      creationUs,
      middle(rounds, ({ refusalUs }) => refusalUs),
      middle(rounds, ({ refusalUs, capacity }) => refusalUs / capacity.cpuUs),
    ],
    atMost(0.2),
  );
  report.line("503 of a bare server, µs", [creationUs, bareUs, bareUs / creationUs]);
  const goodMs = middle(rounds, ({ goodP99Ms }) => goodP99Ms);
  report.line("201, p99 ms", [undefined, goodMs], atMost(goodMsMax));
};
