import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./source/list-files.ts";
import { LongProgress } from "./test-run/long-progress.ts";
import { processKind } from "./test-run/process-kind.ts";
import { type Scale, selectFiles } from "./test-run/select-files.ts";
import { formatFile, Summary } from "./test-run/summary.ts";
import { TestRun } from "./test-run/test-run.ts";

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

function openProgress(scale: Scale, isFresh: boolean): LongProgress | undefined {
  if (scale !== "long") return undefined;
  return new LongProgress(join(cache, "long-run"), { isFresh });
}

function environment(databaseUrl: string, scale: Scale, progress: LongProgress | undefined) {
  return {
    // The caller's seed, if there is one, wins.
    ...(progress && { VARDE_SEED: String(progress.seed), VARDE_TEST_PROGRESS: progress.folder }),
    ...process.env,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: compiled,
    VARDE_TEST_SCALE: scale,
  };
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
  const postgres = await openDatabase();
  const summary = new Summary();
  const run = new TestRun(files, {
    options,
    // More lanes do not end sooner: each file takes longer, and comes closer to its time limit.
    lanes: availableParallelism(),
    limitMs,
    graceMs: 30_000,
    env: environment(postgres.url, scale, progress),
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
  console.log(summary.format());
  if (interruptedBy !== undefined) {
    console.log(
      `interrupted by ${interruptedBy}: ${summary.fileCount} of ${files.length} files ran`,
    );
  }
  const hasPassed = summary.failedFiles.length === 0 && interruptedBy === undefined;
  if (hasPassed && places.length === 0) progress?.forget();
  return hasPassed;
}

process.exitCode = (await runTests()) ? 0 : 1;
