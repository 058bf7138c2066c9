import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { type Figures, measureRounds, sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { type BenchRun, defineRounds } from "./bench-run.ts";

/** Noise on a shared machine alone can exceed the limit once, hardly three times in a row. */
const tries = 3;
const slowestMax = 1.15;
/** Memory is measured after this time without requests. */
const idleMs = 1_000;

/**
 * Compares CPU per request with the last release, in alternating rounds. Both start from the same
 * data, which the release has made, with the settings that are the default of each: what a later
 * version does by default, such as audit and metrics, is part of its cost. Returns false if this
 * version was much slower in every try.
 */
export const benchRelease = async (run: BenchRun, releaseFolder: string): Promise<boolean> => {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const slowest = await compareOnce(run, releaseFolder, join(run.folder, `try-${attempt}`));
    if (slowest <= slowestMax) return true;
  }
  return false;
};

const compareOnce = async (
  run: BenchRun,
  releaseFolder: string,
  folder: string,
): Promise<number> => {
  const before = { dataFolder: join(folder, "release"), root: releaseFolder };
  const now = { dataFolder: join(folder, "present"), environment: slowDown(run.slowDownUs ?? 0) };
  const first = await startSandbox(before);
  const caller = await prepareCaller(first.port);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, first, 64)).lastBody);
  await first.stop();
  cpSync(before.dataFolder, now.dataFolder, { recursive: true });
  const startsMs = await startInTurns(run.sizes.starts, before, now);
  const servers = { release: await startSandbox(before), present: await startSandbox(now) };
  await setTimeout(idleMs);
  const readResident = () => Object.values(servers).map((server) => server.usage().residentMb);
  const idleMb = readResident();
  run.report.section(
    "RELEASE",
    "CPU per request in µs, start and memory against the last release, SQLite",
    ["release", "present", "ratio"],
  );
  const compare = async (label: string, burst: Parameters<typeof defineRounds>[1]) => {
    const { release, present } = await measureRounds(servers, defineRounds(run, burst));
    const ratio = medianRatio(release, present);
    const medians = [release, present].map((rounds) => median(rounds.map(({ cpuUs }) => cpuUs)));
    run.report.line(label, [...medians, ratio], atMost(slowestMax));
    return ratio;
  };
  const creation = await compare("payment creation", (count) => paymentCreations(caller, count));
  const status = await compare("status read", (count) => statusReads(caller, [paymentId], count));
  const report = (label: string, [release = Number.NaN, present = Number.NaN]: number[]) =>
    run.report.line(label, [release, present, present / release]);
  report("start to the first 200, ms", startsMs);
  report("resident when idle, MB", idleMb);
  report("resident after the rounds, MB", readResident());
  await Promise.all([servers.release.stop(), servers.present.stop()]);
  return Math.max(creation, status);
};

/** Returns the median time of a start for each place. The first fills the compile cache. */
const startInTurns = async (starts: number, ...places: SandboxPlace[]): Promise<number[]> => {
  const timesMs: number[][] = places.map(() => []);
  for (let start = 0; start <= starts; start += 1) {
    for (const [at, place] of places.entries()) {
      const server = await startSandbox(place);
      if (start > 0) timesMs[at]?.push(server.startMs);
      await server.stop();
    }
  }
  return timesMs.map(median);
};

/** Makes a server waste time on each request, to see that the comparison notices. */
const slowDown = (us: number): Readonly<Record<string, string>> => {
  const path = fileURLToPath(new URL("../servers/slow-down.ts", import.meta.url));
  return us === 0 ? {} : { NODE_OPTIONS: `--import=${path}`, VARDE_BENCH_SLOW_DOWN_US: String(us) };
};

const medianRatio = (release: readonly Figures[], present: readonly Figures[]): number =>
  median(present.map(({ cpuUs }, round) => cpuUs / (release[round]?.cpuUs ?? Number.NaN)));
