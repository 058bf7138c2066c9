import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freshDatabase, startPostgres } from "../test/support/postgres.ts";
import { startLoadGenerator } from "./load/load-generator.ts";
import { Report } from "./report.ts";
import { benchEngine } from "./sections/bench-engine.ts";
import { benchGrowth } from "./sections/bench-growth.ts";
import { type BenchRun, fullSizes, quickSizes } from "./sections/bench-run.ts";

const usage = `npm run bench -- [--quick] [--only l01,l02,…] [--engine sqlite|postgres]

l01  creation against the floor         l08  start and memory
l02  status against the floor           l09  creation on PostgreSQL against the bare statements
l04  a thousand and a million payments stored; takes minutes and gigabytes, so only when named
`;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    engine: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

const bench = async (): Promise<void> => {
  const wanted = values.only.toUpperCase().split(",").filter(Boolean);
  const report = new Report((text) => process.stdout.write(text));
  const dataFolder = fileURLToPath(new URL("../.varde", import.meta.url));
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, "bench-"));
  const load = startLoadGenerator();
  const run: BenchRun = {
    report,
    load,
    folder,
    sizes: values.quick ? quickSizes : fullSizes,
    wants: (id) => (wanted.length === 0 ? id !== "L04" : wanted.includes(id)),
  };
  const { rounds, perRound } = run.sizes;
  process.stdout.write(
    `Medians of ${rounds} rounds of ${perRound} requests over 64 connections.\n` +
      "The ratio is the bank's share of the floor; for p50 and p99, how many times the floor's.\n",
  );
  try {
    if (wantsAny(run, ["L01", "L02", "L08"]) && values.engine !== "postgres")
      await benchSqlite(run);
    if (wantsAny(run, ["L01", "L02", "L08", "L09"]) && values.engine !== "sqlite") {
      await benchPostgres(run);
    }
    if (run.wants("L04")) await benchGrowth(run);
    report.close();
  } finally {
    load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const wantsAny = (run: BenchRun, ids: readonly string[]) => ids.some((id) => run.wants(id));

const benchSqlite = (run: BenchRun): Promise<void> => {
  const floor = { engine: "sqlite", folder: join(run.folder, "floor") } as const;
  return benchEngine(run, { bank: { dataFolder: join(run.folder, "bank") }, floor });
};

const benchPostgres = async (run: BenchRun): Promise<void> => {
  const own = process.env.DATABASE_URL ? undefined : await startPostgres({ isDurable: true });
  const bank = await freshDatabase(own);
  const floor = await freshDatabase(own);
  try {
    await benchEngine(run, {
      bank: { dataFolder: join(run.folder, "bank-postgres"), databaseUrl: bank.url },
      floor: { engine: "postgres", url: floor.url },
    });
  } finally {
    await bank.drop();
    await floor.drop();
    await own?.stop();
  }
};

if (values.help) process.stdout.write(usage);
else await bench();
