import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./source/list-files.ts";
import { findBudget } from "./test-run/budget.ts";
import { readCpuTime } from "./test-run/cpu-time.ts";
import { LongProgress } from "./test-run/long-progress.ts";
import { processKind } from "./test-run/process-kind.ts";
import { type Scale, selectFiles } from "./test-run/select-files.ts";
import { formatFile, Summary } from "./test-run/summary.ts";
import { makeFolderInMemory } from "./test-run/temporary-folder.ts";
import { countLanes, TestRun } from "./test-run/test-run.ts";

// npm test -- [--slice | --long [--fresh]] [--limit=seconds] [options of Node] [files and folders]

interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const cache = join(root, "node_modules/.cache/varde");
/** Compiled once, although many processes load the same modules. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(cache, "compiled");
/** How long one file may take, in seconds. A long file may take a night. */
const limits: Readonly<Record<Scale, number>> = { normal: 600, slice: 600, long: 43_200 };

function readWords(words: readonly string[]) {
  const own = /^--(?:slice|long|fresh|limit=\d+)$/;
  const scale: Scale =
    (["slice", "long"] as const).find((name) => words.includes(`--${name}`)) ?? "normal";
  const limit = words.find((word) => word.startsWith("--limit="))?.slice("--limit=".length);
  return {
    scale,
    isFresh: words.includes("--fresh"),
    limitMs: Number(limit ?? limits[scale]) * 1000,
    options: words.filter((word) => word.startsWith("-") && !own.test(word)),
    places: words.filter((word) => !word.startsWith("-")),
  };
}

/** Starts one PostgreSQL for the whole run, unless DATABASE_URL names one. */
async function openDatabase(): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const { startPostgres } = await import("@varde/testkit/postgres");
  return startPostgres();
}

/** Returns a number of the commit: the parts that a slice takes change with it. */
function readCommitSeed(): number {
  const words = ["rev-parse", "--short=6", "HEAD"];
  const { stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return Number.parseInt(stdout, 16) || 1;
}

function openProgress(scale: Scale, isFresh: boolean): LongProgress | undefined {
  if (scale !== "long") return undefined;
  return new LongProgress(join(cache, "long-run"), { isFresh });
}

function environment(databaseUrl: string, scale: Scale, progress: LongProgress | undefined) {
  const seed = progress?.seed ?? (scale === "slice" ? readCommitSeed() : undefined);
  return {
    // The caller's seed, if there is one, wins.
    ...(seed !== undefined && { VARDE_SEED: String(seed) }),
    ...(progress && { VARDE_TEST_PROGRESS: progress.folder }),
    ...process.env,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: compiled,
    VARDE_TEST_SCALE: scale,
  };
}

/** Prints what the run cost. Returns false if a whole run on CI cost more than its budget. */
function judgeCosts(summary: Summary, isWhole: boolean): boolean {
  const cpuS = (readCpuTime().waitedForMs + summary.furtherCpuMs) / 1_000;
  console.log(summary.formatCosts(cpuS));
  const budget = findBudget();
  if (budget === undefined || !isWhole) return true;
  const overruns = summary.findOverruns(cpuS, budget);
  const verdict = process.env.CI === "true" ? "not ok" : "too dear";
  for (const overrun of overruns) console.log(`${verdict}: ${overrun}`);
  return overruns.length === 0 || process.env.CI !== "true";
}

async function runTests(): Promise<boolean> {
  const { scale, isFresh, limitMs, options, places } = readWords(process.argv.slice(2));
  let interruptedBy: string | undefined;
  let stop = () => {};
  for (const signal of stopSignals) {
    process.on(signal, () => {
      interruptedBy ??= signal;
      stop();
    });
  }
  const progress = openProgress(scale, isFresh);
  const files = selectFiles(places, scale).filter((file) => !progress?.hasPassed(file));
  // A long run writes more than a machine may have memory for.
  using folder = scale === "long" ? undefined : makeFolderInMemory();
  if (folder !== undefined) process.env.TMPDIR = folder.path;
  const postgres = await openDatabase();
  const summary = new Summary();
  const env = environment(postgres.url, scale, progress);
  if (env.VARDE_SEED !== undefined) console.log(`VARDE_SEED=${env.VARDE_SEED}`);
  const run = new TestRun(files, {
    options,
    lanes: countLanes(availableParallelism()),
    limitMs,
    graceMs: 30_000,
    env,
    processKind,
    report: (file, result) => {
      summary.add(file, result);
      console.log(formatFile(file, result));
      // A file whose tests were all skipped has shown nothing, and runs again next time.
      const hasPassed = !summary.failedFiles.includes(file) && result.counts.pass > 0;
      if (hasPassed) progress?.pass(file);
    },
  });
  stop = () => run.stop();
  try {
    if (interruptedBy === undefined) await run.run();
  } finally {
    await postgres.stop();
  }
  const isWhole = scale === "normal" && options.length + places.length === 0;
  const isWithinBudget = interruptedBy !== undefined || judgeCosts(summary, isWhole);
  console.log(summary.format());
  if (interruptedBy !== undefined) {
    console.log(
      `interrupted by ${interruptedBy}: ${summary.fileCount} of ${files.length} files ran`,
    );
  }
  const hasPassed =
    summary.failedFiles.length === 0 && interruptedBy === undefined && isWithinBudget;
  if (hasPassed && places.length === 0) progress?.forget();
  return hasPassed;
}

process.exitCode = (await runTests()) ? 0 : 1;
