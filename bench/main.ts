import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type FreshDatabase, freshDatabase, startPostgres } from "@varde/testkit/postgres";
import { findObstacle, installRelease } from "../tools/releases/install-release.ts";
import { readReleases } from "../tools/releases/read-releases.ts";
import { startLoadGenerator } from "./load/load-generator.ts";
import { Report } from "./report.ts";
import { benchBasket } from "./sections/bench-basket.ts";
import { benchClearing } from "./sections/bench-clearing.ts";
import { benchConsole } from "./sections/bench-console.ts";
import { benchCustomers } from "./sections/bench-customers.ts";
import { benchEngine } from "./sections/bench-engine.ts";
import { benchGrowth } from "./sections/bench-growth.ts";
import { benchObserved } from "./sections/bench-observed.ts";
import { benchOverload } from "./sections/bench-overload.ts";
import { benchRelease } from "./sections/bench-release.ts";
import { type BenchRun, fullSizes, quickSizes } from "./sections/bench-run.ts";
import { benchSdk } from "./sections/bench-sdk.ts";
import { benchBanks, benchStartBank } from "./sections/bench-test-banks.ts";
import { benchTraffic } from "./sections/bench-traffic.ts";
import { benchTransactions } from "./sections/bench-transactions.ts";

const usage = `npm run bench -- [--quick] [--only l01,l02,…] [--engine sqlite|postgres]
                [--rounds N] [--per-round N] [--warm-up N] [--against FOLDER]

l01  creation compared with the floor   l08  start and memory
l02  status compared with the floor     l09  PostgreSQL: bare statements, two processes
l05  clearing of due payments           l06  a basket of 100 payments
l07  three times its capacity             l10  the traffic of a bank compared with the floor

startbank  from startBank to the first signed payment
banks      twenty test banks in one process
customers  the list of 10 000 sandbox customers
console    payment creation with an open console
sdk        packed size and dependencies of the SDK

These take minutes and gigabytes, and run only if named in --only:
l03  a page of an account with a million transactions
l04  with a thousand and a million stored payments

observed   L01, L02 and the traffic of a bank (L10) with metrics and audit, and without

release    CPU per request compared with the last release, or with the clone in --against;
           exits with 1 if this version is more than 15 % slower in three tries
`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    engine: { type: "string", default: "" },
    rounds: { type: "string" },
    "per-round": { type: "string" },
    "warm-up": { type: "string" },
    against: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

const onlyWhenNamed: ReadonlySet<string> = new Set(["L03", "L04", "OBSERVED", "RELEASE"]);

const bench = async (): Promise<void> => {
  const wanted = values.only.toUpperCase().split(",").filter(Boolean);
  const report = new Report((text) => process.stdout.write(text));
  const dataFolder = fileURLToPath(new URL("../.varde", import.meta.url));
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, "bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const load = startLoadGenerator();
  const run: BenchRun = {
    report,
    load,
    folder,
    sizes: chooseSizes(),
    wants: (id) => (wanted.length === 0 ? !onlyWhenNamed.has(id) : wanted.includes(id)),
  };
  const { rounds, perRound } = run.sizes;
  process.stdout.write(
    `Medians of ${rounds} rounds of ${perRound} requests over 64 connections.\n` +
      "Ratios compare the bank with the floor: a share of its throughput, a multiple of its\n" +
      "latency. Each is the median of the ratios of the rounds.\n",
  );
  try {
    if (run.wants("SDK")) benchSdk(run);
    const isEngine = (engine: string) => values.engine === "" || values.engine === engine;
    const wantsAny = (...ids: string[]) => ids.some(run.wants);
    if (isEngine("sqlite") && wantsAny("L01", "L02", "L08")) await benchSqlite(run);
    if (isEngine("sqlite") && wantsAny("L03")) await benchTransactionsOnSqlite(run);
    if (isEngine("sqlite") && wantsAny("L04")) await benchGrowthOnSqlite(run);
    if (isEngine("sqlite") && wantsAny("L05")) await benchClearing(run);
    if (isEngine("sqlite") && wantsAny("L06")) await benchBasket(run);
    if (isEngine("sqlite") && wantsAny("L07")) await benchOverload(run);
    if (isEngine("sqlite") && wantsAny("L10")) await benchTrafficOnSqlite(run);
    if (isEngine("sqlite")) await benchSandbox(run);
    if (isEngine("postgres") && wantsAny("L01", "L02", "L03", "L04", "L08", "L09", "L10")) {
      await benchPostgres(run, wantsAny("L01", "L02", "L08", "L09"));
    }
    if (run.wants("OBSERVED")) await benchObserved(run);
    if (run.wants("RELEASE") && !(await benchRelease(run, await releaseFolder()))) {
      process.exitCode = 1;
    }
    report.close();
  } finally {
    load.stop();
  }
};

/** Returns the sizes of `--quick` or the full ones, with those that other options replace. */
const chooseSizes = (): BenchRun["sizes"] => {
  const sizes = values.quick ? quickSizes : fullSizes;
  return {
    ...sizes,
    rounds: Number(values.rounds ?? sizes.rounds),
    perRound: Number(values["per-round"] ?? sizes.perRound),
    warmUp: Number(values["warm-up"] ?? sizes.warmUp),
  };
};

/** Returns the folder of `--against`, or installs the last release. */
const releaseFolder = async (): Promise<string> => {
  if (values.against !== "") return values.against;
  const release = readReleases().at(-1);
  if (release === undefined) throw new Error("There is no release to compare with.");
  const obstacle = findObstacle(release);
  if (obstacle !== undefined) throw new Error(obstacle);
  return installRelease(release);
};

const benchSqlite = (run: BenchRun): Promise<void> => {
  const floor = { engine: "sqlite", folder: join(run.folder, "floor") } as const;
  return benchEngine(run, { bank: { dataFolder: join(run.folder, "bank") }, floor });
};

const benchTrafficOnSqlite = (run: BenchRun): Promise<void> => {
  const floor = { engine: "sqlite", folder: join(run.folder, "traffic-floor") } as const;
  return benchTraffic(run, { bank: { dataFolder: join(run.folder, "traffic") }, floor });
};

const benchTransactionsOnSqlite = (run: BenchRun): Promise<void> =>
  benchTransactions(run, { dataFolder: join(run.folder, "transactions") });

const benchGrowthOnSqlite = (run: BenchRun): Promise<void> =>
  benchGrowth(run, {
    few: { dataFolder: join(run.folder, "few") },
    many: { dataFolder: join(run.folder, "many") },
  });

/** Runs the sections about the sandbox. */
const benchSandbox = async (run: BenchRun): Promise<void> => {
  if (run.wants("STARTBANK")) await benchStartBank(run);
  if (run.wants("BANKS")) await benchBanks(run);
  if (run.wants("CUSTOMERS")) await benchCustomers(run);
  if (run.wants("CONSOLE")) await benchConsole(run, { dataFolder: join(run.folder, "console") });
};

const benchPostgres = async (run: BenchRun, wantsEngine: boolean): Promise<void> => {
  const own = process.env.DATABASE_URL ? undefined : await startPostgres("durable");
  const databases: FreshDatabase[] = [];
  const fresh = async (): Promise<string> => {
    const database = await freshDatabase(own);
    databases.push(database);
    return database.url;
  };
  const createPlace = async (name: string) => ({
    dataFolder: join(run.folder, `${name}-postgres`),
    databaseUrl: await fresh(),
  });
  try {
    if (wantsEngine) {
      const floor = { engine: "postgres", url: await fresh() } as const;
      await benchEngine(run, { bank: await createPlace("bank"), floor });
    }
    if (run.wants("L10")) {
      const floor = { engine: "postgres", url: await fresh() } as const;
      await benchTraffic(run, { bank: await createPlace("traffic"), floor });
    }
    if (run.wants("L03")) await benchTransactions(run, await createPlace("transactions"));
    if (run.wants("L04")) {
      await benchGrowth(run, { few: await createPlace("few"), many: await createPlace("many") });
    }
  } finally {
    for (const database of databases) await database.drop();
    await own?.stop();
  }
};

// Without these an interrupt would skip the cleanup on exit.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

if (values.help) process.stdout.write(usage);
else await bench();
