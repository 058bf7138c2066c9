import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./source/list-files.ts";

interface Postgres {
  readonly url: string;
  stop(): Promise<void>;
}

const everyTest = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"];
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Replaces folders by the tests in them. Arguments with a dash are options of Node's runner. */
function selectTests(words: readonly string[]) {
  const options = words.filter((word) => word.startsWith("-"));
  const places = words.filter((word) => !word.startsWith("-"));
  const patterns = places.map((place) => {
    const isFolder = existsSync(join(root, place)) && statSync(join(root, place)).isDirectory();
    return isFolder ? `${place.replace(/\/$/, "")}/**/*.test.ts` : place;
  });
  return { options, patterns: patterns.length > 0 ? patterns : everyTest };
}

/** Starts one PostgreSQL for the whole run, unless DATABASE_URL names one. */
async function openDatabase(): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const { startPostgres } = await import("@varde/testkit/postgres");
  return startPostgres();
}

/** Compile cache for the hundreds of processes that load the same modules. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/varde/compiled");

/** Reporter for terminals and for logs; both end with the same totals. */
const reporter = process.stdout.isTTY ? "spec" : new URL("quiet-reporter.ts", import.meta.url).href;

function runNode(words: readonly string[], url: string): Promise<number> {
  const { options, patterns } = selectTests(words);
  const child = spawn(
    process.execPath,
    [
      "--conditions=varde-source",
      "--disable-warning=ExperimentalWarning",
      "--test",
      // One more than there are processors, because a file sometimes waits for I/O.
      `--test-concurrency=${availableParallelism() + 1}`,
      `--test-reporter=${reporter}`,
      ...options,
      ...patterns,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, DATABASE_URL: url, NODE_COMPILE_CACHE: compiled },
    },
  );
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

const postgres = await openDatabase();
try {
  process.exitCode = await runNode(process.argv.slice(2), postgres.url);
} finally {
  await postgres.stop();
}
