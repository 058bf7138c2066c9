import { join } from "node:path";
import { type Caller, creationsOf, statusReadsOf } from "../load/caller.ts";
import { type Figures, sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";
import { fillPayments } from "./fill-payments.ts";

interface Grown {
  readonly bank: ServerProcess;
  readonly caller: Caller;
  readonly paymentId: string;
}

/** The same requests to a bank that holds a thousand payments and to one that holds a million. */
export const benchGrowth = async (run: BenchRun): Promise<void> => {
  const many = run.sizes.manyPayments;
  const banks = {
    few: await startGrown(run, "few", 1_000),
    many: await startGrown(run, "many", many),
  };
  const creation = await measureBoth(run, banks, ({ caller }, count) => creationsOf(caller, count));
  const status = await measureBoth(run, banks, ({ caller, paymentId }, count) =>
    statusReadsOf(caller, [paymentId], count),
  );
  await Promise.all([banks.few.bank.stop(), banks.many.bank.stop()]);
  run.report.section("L04", "with many payments stored, SQLite", ["1 000", grouped(many), "ratio"]);
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

const startGrown = async (run: BenchRun, name: string, payments: number): Promise<Grown> => {
  const place = { dataFolder: join(run.folder, name) };
  const first = await startSandbox(place);
  const caller = await prepareCaller(first.port);
  await run.load.sign(creationsOf(caller, 64));
  const { lastBody } = await sendRound(run.load, first, 64);
  await first.stop();
  fillPayments(place.dataFolder, payments);
  const paymentId = /"paymentId":"([^"]+)"/.exec(lastBody)?.[1] ?? "";
  return { bank: await startSandbox(place), caller, paymentId };
};

type Sizes = "few" | "many";

/** Each bank has its own certificates, so every round is signed for each of them. */
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
