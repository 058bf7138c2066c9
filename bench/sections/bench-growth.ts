import { type Caller, paymentCreations, statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { type Figures, sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { filledId, fillPayments } from "../setup/fill-payments.ts";
import type { BenchRun } from "./bench-run.ts";

const fewPayments = 1_000;
/** Number of payments that are read in turn, spread over all of them. */
const readPayments = 1_000;

interface Grown {
  readonly bank: ServerProcess;
  readonly caller: Caller;
  readonly paymentIds: readonly string[];
}

type Sizes = "few" | "many";

/** Compares a bank with a thousand stored payments with one that has a million. */
export const benchGrowth = async (
  run: BenchRun,
  places: Readonly<Record<Sizes, SandboxPlace>>,
): Promise<void> => {
  const many = run.sizes.manyPayments;
  const banks = {
    few: await startGrown(run, places.few, fewPayments),
    many: await startGrown(run, places.many, many),
  };
  const creation = await measureBoth(run, banks, ({ caller }, count) =>
    paymentCreations(caller, count),
  );
  const status = await measureBoth(run, banks, ({ caller, paymentIds }, count) =>
    statusReads(caller, paymentIds, count),
  );
  await Promise.all([banks.few.bank.stop(), banks.many.bank.stop()]);
  const engine = places.many.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  const heads = [grouped(fewPayments), grouped(many), "ratio"];
  run.report.section("L04", `with many payments stored, ${engine}`, heads);
  for (const [name, { few, many }] of Object.entries({ creation, status })) {
    const slower = few.requestsPerSecond / many.requestsPerSecond;
    run.report.line(
      `${name}, requests/s`,
      [few.requestsPerSecond, many.requestsPerSecond, slower],
      atMost(1.2),
    );
    run.report.line(`${name}, CPU µs`, [few.cpuUs, many.cpuUs, many.cpuUs / few.cpuUs]);
  }
};

const grouped = (count: number) => count.toLocaleString("en").replaceAll(",", " ");

const startGrown = async (run: BenchRun, place: SandboxPlace, payments: number): Promise<Grown> => {
  const first = await startSandbox(place);
  const caller = await prepareCaller(first.port);
  await run.load.sign(paymentCreations(caller, 64));
  await sendRound(run.load, first, 64);
  await first.stop();
  await fillPayments(place, payments, (text) => process.stderr.write(`\r${text} `));
  process.stderr.write("\n");
  const paymentIds = Array.from({ length: readPayments }, (_, at) =>
    filledId(1 + Math.floor((at * payments) / readPayments)),
  );
  return { bank: await startSandbox(place), caller, paymentIds };
};

/** Signs every round for each bank, because each has its own certificates. */
const measureBoth = async (
  run: BenchRun,
  banks: Readonly<Record<Sizes, Grown>>,
  burst: (grown: Grown, count: number) => Parameters<BenchRun["load"]["sign"]>[0],
): Promise<Readonly<Record<Sizes, Pick<Figures, "requestsPerSecond" | "cpuUs">>>> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const sent: Record<Sizes, Figures[]> = { few: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? warmUp : perRound;
    const order: readonly Sizes[] = round % 2 === 0 ? ["few", "many"] : ["many", "few"];
    for (const size of order) {
      await run.load.sign(burst(banks[size], count));
      const figures = await sendRound(run.load, banks[size].bank, count);
      if (round > 0) sent[size].push(figures);
    }
  }
  const medians = (figures: readonly Figures[]) => ({
    requestsPerSecond: median(figures.map((one) => one.requestsPerSecond)),
    cpuUs: median(figures.map((one) => one.cpuUs)),
  });
  return { few: medians(sent.few), many: medians(sent.many) };
};
