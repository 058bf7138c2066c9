import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startLoadGenerator } from "./load/load-generator.ts";
import {
  measuredOnce,
  mergeFigures,
  publishedIds,
  readConditions,
  readFigures,
  writeFigures,
} from "./publish/performance-figures.ts";
import { publishPage } from "./publish/publish-page.ts";
import { Report } from "./report.ts";
import { runSections } from "./run-sections.ts";
import { type BenchRun, type Engine, fullSizes, quickSizes } from "./sections/bench-run.ts";

const usage = `npm run bench -- [--quick] [--only l01,l02,…] [--engine sqlite|postgres]
                [--rounds N] [--per-round N] [--warm-up N] [--minutes N]
                [--per-second N] [--against FOLDER] [--slow-down MICROSECONDS]
                [--row-counts N,N,…] [--peers] [--publish] [--runs N]

l01  creation compared with the floor   l08  start and memory
l02  status compared with the floor     l09  creation on PostgreSQL compared with the floor
l05  clearing of due payments           l10  the traffic of a bank compared with the floor
l06  a basket of 100 payments           l11  PostgreSQL: creation beside SCAs of others
l07  three times its capacity           l12  PostgreSQL: one, two and four processes

startbank  from startBank to the first signed payment
banks      twenty test banks in one process
customers  the list of 10 000 sandbox customers
console    payment creation with an open console
sdk        packed size and dependencies of the SDK

These take minutes and gigabytes, and run only if named in --only:
l03  a page of an account with a million transactions
l04  with a thousand and a million stored payments
growth  CPU of calls and of work on all rows, from a thousand rows to a million
areas   where the CPU of l01, l02, l09 and l10 goes, in the bank and in its floor
memory  what a bank, a TPP, a world, a session and an open console cost each
l14  ten --minutes of a bank's traffic at 200 calls --per-second: errors, memory and disk

footprint  disk space and time to the first response of three ways to install the bank

neighbours  banks of one process while one of them has a fault or is flooded

observed   L01, L02 and L10 with metrics and audit, and without

release    CPU per request compared with the last release, or with the clone in --against;
           exits with 1 if this version is slower by more than five processes of equal code
           differ. --against . compares equal code; --slow-down makes this version slower

peers      the sandbox beside Prism, WireMock and Mockoon; --peers is short for it

--publish measures l01 to l12 and peers three times or --runs times, l03, l04, l14, growth, areas,
memory and footprint once, or the sections in --only, and writes docs/performance.md. --only page
writes it without measuring.
`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    engine: { type: "string", default: "" },
    rounds: { type: "string" },
    "per-round": { type: "string" },
    "warm-up": { type: "string" },
    minutes: { type: "string" },
    "row-counts": { type: "string" },
    "per-second": { type: "string" },
    against: { type: "string" },
    "slow-down": { type: "string" },
    peers: { type: "boolean", default: false },
    publish: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    help: { type: "boolean", default: false },
  },
});

const onlyWhenNamed: ReadonlySet<string> = new Set([
  ...["L03", "L04", "L14", "GROWTH", "MEMORY", "AREAS", "NEIGHBOURS", "OBSERVED", "RELEASE"],
  ...["FOOTPRINT", "PEERS"],
]);

const listWanted = (): readonly string[] => {
  const named = values.only.toUpperCase().split(",").filter(Boolean);
  if (values.peers) return ["PEERS", ...named];
  return values.publish && named.length === 0 ? publishedIds : named;
};
const wanted = listWanted();

/** Returns the sizes of `--quick` or the full ones, with those that other options replace. */
const chooseSizes = (): BenchRun["sizes"] => {
  const sizes = values.quick ? quickSizes : fullSizes;
  return {
    ...sizes,
    rounds: Number(values.rounds ?? sizes.rounds),
    perRound: Number(values["per-round"] ?? sizes.perRound),
    warmUp: Number(values["warm-up"] ?? sizes.warmUp),
    warmUpMax: Number(values["warm-up"] ?? sizes.warmUpMax),
    rowCounts: values["row-counts"]?.split(",").map(Number) ?? sizes.rowCounts,
    soakMinutes: Number(values.minutes ?? sizes.soakMinutes),
    soakPerSecond: Number(values["per-second"] ?? sizes.soakPerSecond),
  };
};

const engines = (["sqlite", "postgres"] as const).filter(
  (engine: Engine) => values.engine === "" || values.engine === engine,
);

const bench = async (): Promise<void> => {
  const dataFolder = fileURLToPath(new URL("../.varde", import.meta.url));
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, "bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const run: BenchRun = {
    report: new Report((text) => process.stdout.write(text)),
    load: startLoadGenerator(),
    folder,
    sizes: chooseSizes(),
    wants: (id) => (wanted.length === 0 ? !onlyWhenNamed.has(id) : wanted.includes(id)),
    releaseFolder: values.against && resolve(values.against),
    slowDownUs: Number(values["slow-down"] ?? 0),
  };
  const { rounds, perRound } = run.sizes;
  process.stdout.write(
    `Medians of ${rounds} rounds of ${perRound} requests over 64 connections.\n` +
      "Ratios compare the bank with the floor: a share of its throughput, a multiple of its\n" +
      "latency. Each is the median of the ratios of the rounds. A/A is how far instances of\n" +
      "equal code differ in the same run; a smaller difference shows nothing.\n",
  );
  try {
    if (values.publish) {
      await publish(run);
    } else {
      await runSections(run, engines);
      run.report.close();
    }
  } finally {
    run.load.stop();
  }
};

/** Runs the sections several times. Writes the page after each run, so that none is lost. */
const publish = async (run: BenchRun): Promise<void> => {
  const before = readFigures();
  const measured: Parameters<typeof mergeFigures>[1][number][] = [];
  for (let number = 1; number <= Number(values.runs); number += 1) {
    const report = new Report((text) => process.stdout.write(text));
    const wants = (id: string) => run.wants(id) && (number === 1 || !measuredOnce.has(id));
    const folder = join(run.folder, `run-${number}`);
    const conditions = await readConditions(run);
    await runSections({ ...run, report, wants, folder }, engines);
    if (report.sections.length > 0) report.close();
    rmSync(folder, { recursive: true, force: true });
    measured.push(...report.sections.map((section) => ({ section, conditions })));
    const sections = mergeFigures(before, measured);
    publishPage(sections);
    writeFigures(sections);
    if (report.sections.length === 0) return;
  }
};

// Without these an interrupt would skip the cleanup on exit.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

if (values.help) process.stdout.write(usage);
else await bench();
