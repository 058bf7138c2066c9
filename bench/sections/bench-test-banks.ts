import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { BenchRun } from "./bench-run.ts";

const program = fileURLToPath(new URL("../servers/test-banks.ts", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

const laterStarts = 20;
const banksAtOnce = 20;

/** Measures the time from startBank to a signed payment, for the first bank and later ones. */
export const benchStartBank = async (run: BenchRun): Promise<void> => {
  const { ms } = await runBanks<{ readonly ms: readonly number[] }>("in-turn", 1 + laterStarts);
  const [first, ...later] = ms;
  run.report.section("STARTBANK", "startBank to a signed payment, ms", ["ms"]);
  run.report.line("first in the process", [first]);
  run.report.line("later ones, median", [median(later)], atMost(150));
  run.report.line("later ones, slowest", [Math.max(...later)]);
};

/** Returns the resident memory without a bank, with one, and so on, each with a payment. */
export const measureBanksMb = async (): Promise<readonly number[]> =>
  (await runBanks<{ readonly mb: readonly number[] }>("side-by-side", banksAtOnce)).mb;

/** Measures the memory of many banks in one process. */
export const benchBanks = async (run: BenchRun): Promise<void> => {
  const mb = await measureBanksMb();
  const [before = 0, first = 0] = mb;
  const last = mb.at(-1) ?? 0;
  run.report.section("BANKS", `${banksAtOnce} banks in one process, resident MB`, ["MB"]);
  run.report.line("without a bank", [before]);
  run.report.line("with one", [first]);
  run.report.line("each additional bank", [(last - first) / (banksAtOnce - 1)]);
  run.report.line(`with ${banksAtOnce}`, [last], atMost(400));
};

const runBanks = async <T>(way: string, count: number): Promise<T> => {
  const flags = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, program, way, String(count)],
    { cwd: root },
  );
  return JSON.parse(stdout) as T;
};
