import { setTimeout } from "node:timers/promises";
import { type Caller, paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { measureRounds, sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import { atLeast, atMost, reportAgainstFloor } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type Place, startFloor } from "../servers/start-floor.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { type BenchRun, defineRounds, engineNames, type Places } from "./bench-run.ts";

const heads = ["floor", "bank", "ratio"];

/** Runs all measurements of one engine on the same bank. */
export const benchEngine = async (run: BenchRun, places: Places): Promise<void> => {
  const first = await startSandbox(places.bank);
  const caller = await prepareCaller(first.port);
  await first.stop();
  const { bank, startsMs, idleMb } = await startAgain(run, places.bank);
  const engine = engineNames[places.floor.engine];
  let residentMb = idleMb;
  if (run.wants("L01")) residentMb = await benchCreation(run, bank, places.floor, caller);
  if (run.wants("L02")) await benchStatus(run, bank, caller, places.floor.engine);
  if (run.wants("L08")) {
    run.report.section("L08", `start and memory on ${engine}`, ["first", "later"]);
    run.report.line("start to the first 200, ms", [first.startMs, median(startsMs)], atMost(1_000));
    run.report.line("resident when idle, MB", [undefined, idleMb], atMost(130));
    if (run.wants("L01")) {
      run.report.line("resident under L01, MB", [undefined, residentMb], atMost(280));
    }
  }
  await bank.stop();
};

/** Measures the second and later starts: the first one creates keys and tables. */
const startAgain = async (run: BenchRun, place: SandboxPlace) => {
  const startsMs: number[] = [];
  for (;;) {
    const bank = await startSandbox(place);
    startsMs.push(bank.startMs);
    if (startsMs.length >= run.sizes.starts) {
      await setTimeout(1_000);
      return { bank, startsMs, idleMb: bank.usage().residentMb };
    }
    await bank.stop();
  }
};

const benchCreation = async (
  run: BenchRun,
  bank: ServerProcess,
  place: Place,
  caller: Caller,
): Promise<number> => {
  const floor = await startFloor(place);
  const rounds = defineRounds(run, (count) => paymentCreations(caller, count));
  const figures = await measureRounds({ floor, bank }, rounds);
  await floor.stop();
  run.report.section("L01", `signed payment creation, ${engineNames[place.engine]}`, heads);
  const goals = { requests: atLeast(0.7), cpu: atLeast(0.65), p99: atMost(2) };
  // On PostgreSQL, the goal of L09 applies instead.
  const due = place.engine === "sqlite" ? goals : {};
  reportAgainstFloor(run.report, figures.floor, figures.bank, due);
  return Math.max(...figures.bank.map((round) => round.residentMb));
};

const benchStatus = async (
  run: BenchRun,
  bank: ServerProcess,
  caller: Caller,
  engine: Place["engine"],
): Promise<void> => {
  await run.load.sign(paymentCreations(caller, 64));
  const { lastBody } = await sendRound(run.load, bank, 64);
  const paymentId = readPaymentId(lastBody);
  const floor = await startFloor({ engine: "verify" });
  const rounds = defineRounds(run, (count) => statusReads(caller, [paymentId], count));
  const figures = await measureRounds({ floor, bank }, rounds);
  await floor.stop();
  run.report.section("L02", `signed status read, ${engineNames[engine]}`, heads);
  const goals = engine === "sqlite" ? { requests: atLeast(0.7), cpu: atLeast(0.65) } : {};
  reportAgainstFloor(run.report, figures.floor, figures.bank, goals);
};
