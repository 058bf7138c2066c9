import { setTimeout } from "node:timers/promises";
import { measureSides } from "../compare/measure-sides.ts";
import { copyForInstances, startSides, stopSides } from "../compare/sides.ts";
import { type Caller, paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atLeast, atMost, type FloorGoals, reportComparison } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import { startFloor } from "../servers/start-floor.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import {
  type BenchRun,
  defineRounds,
  type Engine,
  engineNames,
  type Open,
  onThisProcessor,
  type Places,
} from "./bench-run.ts";

const heads = ["floor", "bank", "ratio"];
const idleMs = 1_000;

/** Verifying a signature costs less on x64, so that the bank's own part weighs more. */
const creationGoals = onThisProcessor<FloorGoals>({
  arm64: { requests: atLeast(0.8), cpu: atLeast(0.75), p99: atMost(2) },
  x64: { requests: atLeast(0.75), cpu: atLeast(0.65), p99: atMost(2) },
});
const statusGoals = onThisProcessor<FloorGoals>({
  arm64: { requests: atLeast(0.95), cpu: atLeast(0.9) },
  x64: { requests: atLeast(0.8), cpu: atLeast(0.8) },
});
const postgresGoals: FloorGoals = { requests: atLeast(0.75), cpu: atLeast(0.7) };

interface Prepared {
  readonly caller: Caller;
  readonly paymentId: string;
  readonly startMs: number;
}

/** Runs all measurements of one engine on copies of the same bank. */
export const benchEngine = async (run: BenchRun, open: Open, engine: Engine): Promise<void> => {
  const place = (await open("bank")).bank;
  const prepared = await prepareBank(run, place);
  const starts = await startAgain(run, place);
  const copies = await copyForInstances(open, "bank", place);
  const creationId = engine === "sqlite" ? "L01" : "L09";
  const residentMb = run.wants(creationId)
    ? await benchCreation(run, copies, prepared, creationId)
    : undefined;
  if (run.wants("L02") && engine === "sqlite") await benchStatus(run, copies, prepared);
  if (!run.wants("L08")) return;
  run.report.section("L08", `start and memory on ${engineNames[engine]}`, ["first", "later"]);
  run.report.line("start to the first 200, ms", [prepared.startMs, starts.startMs], atMost(700));
  run.report.line("resident when idle, MB", [undefined, starts.idleMb], atMost(115));
  if (residentMb === undefined) return;
  const { typicalMb, highestMb } = residentMb;
  run.report.line(`resident under ${creationId}, MB`, [undefined, typicalMb], atMost(260));
  run.report.line("highest after a round, MB", [undefined, highestMb]);
};

const prepareBank = async (run: BenchRun, place: SandboxPlace): Promise<Prepared> => {
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, bank, 64)).lastBody);
  await bank.stop();
  return { caller, paymentId, startMs: bank.startMs };
};

/** Returns the medians of the later starts: the first one creates keys and tables. */
const startAgain = async (run: BenchRun, place: SandboxPlace) => {
  const startsMs: number[] = [];
  const idleMb: number[] = [];
  for (let start = 0; run.wants("L08") && start < run.sizes.starts; start += 1) {
    const bank = await startSandbox(place);
    startsMs.push(bank.startMs);
    await setTimeout(idleMs);
    idleMb.push(bank.usage().residentMb);
    await bank.stop();
  }
  return { startMs: median(startsMs), idleMb: median(idleMb) };
};

/** Compares creations with the floor. Returns the memory of the middle bank after its rounds. */
const benchCreation = async (
  run: BenchRun,
  copies: readonly Places[],
  { caller }: Prepared,
  id: "L01" | "L09",
): Promise<{ readonly typicalMb: number; readonly highestMb: number }> => {
  const url = copies[0]?.bank.databaseUrl;
  const sides = await startSides({
    floor: copies.map(
      ({ floor }) =>
        () =>
          startFloor(floor),
    ),
    bank: copies.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
  });
  const { sides: figures, warmUp } = await measureSides(sides, {
    ...defineRounds(run, (count) => paymentCreations(caller, count)),
    readDatabaseMs: url === undefined ? undefined : await openPostgresUsage(url),
  });
  await stopSides(sides);
  const engine = id === "L01" ? "SQLite" : "PostgreSQL";
  run.report.section(id, `signed payment creation, ${engine}`, heads, warmUp);
  const goals = id === "L01" ? creationGoals : postgresGoals;
  reportComparison(run.report, figures.floor, figures.bank, goals);
  const residentMb = figures.bank.map((rounds) => rounds.map((round) => round.residentMb));
  return {
    typicalMb: median(residentMb.map(median)),
    highestMb: median(residentMb.map((each) => Math.max(...each))),
  };
};

const benchStatus = async (
  run: BenchRun,
  copies: readonly Places[],
  { caller, paymentId }: Prepared,
): Promise<void> => {
  const sides = await startSides({
    floor: copies.map(() => () => startFloor({ engine: "verify" })),
    bank: copies.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
  });
  const rounds = defineRounds(run, (count) => statusReads(caller, [paymentId], count));
  const { sides: figures, warmUp } = await measureSides(sides, rounds);
  await stopSides(sides);
  run.report.section("L02", "signed status read, SQLite", heads, warmUp);
  reportComparison(run.report, figures.floor, figures.bank, statusGoals);
};
