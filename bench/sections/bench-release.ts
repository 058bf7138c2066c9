import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compareFigure } from "../compare/compare-figures.ts";
import { measureSides } from "../compare/measure-sides.ts";
import { copyForInstances, instancesForVerdict, startSides, stopSides } from "../compare/sides.ts";
import { paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { type BenchRun, defineRounds, type Open } from "./bench-run.ts";

/** Memory is measured after this time without requests. */
const idleMs = 1_000;

/**
 * Compares CPU per request with the last release, in alternating rounds. Both start from the same
 * data, which the release has made, with the settings that are the default of each: what a later
 * version does by default, such as audit and metrics, is part of its cost. Returns false if
 * creations or status reads are slower by more than instances of equal code differ.
 */
export const benchRelease = async (
  run: BenchRun,
  open: Open,
  releaseFolder: string,
): Promise<boolean> => {
  const origin = { ...(await open("release")).bank, root: releaseFolder };
  const first = await startSandbox(origin);
  const caller = await prepareCaller(first.port);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, first, 64)).lastBody);
  await first.stop();
  const copy = (name: string) => copyForInstances(open, name, origin, instancesForVerdict);
  const before = (await copy("release")).map(({ bank }) => ({ ...bank, root: releaseFolder }));
  const environment = slowDown(run.slowDownUs ?? 0);
  const now = (await copy("present")).map(({ bank }) => ({ ...bank, environment }));
  const startsMs = await startInTurns(run.sizes.starts, before[0] ?? origin, now[0] ?? origin);
  const sides = await startSides({
    release: before.map((place) => () => startSandbox(place)),
    present: now.map((place) => () => startSandbox(place)),
  });
  await setTimeout(idleMs);
  const readResident = () =>
    [sides.release, sides.present].map((servers) =>
      median(servers.map((server) => server.usage().residentMb)),
    );
  const idleMb = readResident();
  run.report.section(
    "RELEASE",
    "CPU per request in µs, start and memory against the last release, SQLite",
    ["release", "present", "ratio"],
  );
  const creations = (count: number) => paymentCreations(caller, count);
  const reads = (count: number) => statusReads(caller, [paymentId], count);
  // Creations and reads share a warm-up, because two would take twice as long.
  const both = defineRounds(run, (count) => [creations(count / 2), reads(count / 2)]);
  await measureSides(sides, { ...both, count: 0 });
  const compare = async (label: string, burst: Parameters<typeof defineRounds>[1]) => {
    const rounds = { ...defineRounds(run, burst), warmUpMax: 0 };
    const { sides: figures } = await measureSides(sides, rounds);
    const compared = compareFigure(figures.release, figures.present, "cpuUs");
    const { first: release, second: present, ratio, spread } = compared;
    run.report.line(label, [release, present, ratio], atMost(1 + spread), spread);
    return ratio > 1 + spread;
  };
  const isSlower = [
    await compare("payment creation", creations),
    await compare("status read", reads),
  ];
  const report = (label: string, [release = Number.NaN, present = Number.NaN]: number[]) =>
    run.report.line(label, [release, present, present / release]);
  report("start to the first 200, ms", startsMs);
  report("resident when idle, MB", idleMb);
  report("resident after the rounds, MB", readResident());
  await stopSides(sides);
  return !isSlower.includes(true);
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
