import type { Budget } from "./budget.ts";
import { type Counts, emptyReport, type FileReport } from "./messages.ts";

const slowestCount = 10;

/** Adds up the results of files. A file that ran twice counts once, with its last result. */
export class Summary {
  readonly #results = new Map<string, FileReport>();
  readonly #startedAt = performance.now();

  add(file: string, result: FileReport): void {
    this.#results.set(file, result);
  }

  get fileCount(): number {
    return this.#results.size;
  }

  get failedFiles(): readonly string[] {
    return [...this.#results].filter(([, result]) => !hasPassed(result)).map(([file]) => file);
  }

  /** CPU time of processes whose end nobody waits for, which the caller cannot know. */
  get furtherCpuMs(): number {
    return [...this.#results.values()].reduce((sum, { furtherCpuMs }) => sum + furtherCpuMs, 0);
  }

  /** Says what took long, and what the whole run cost. */
  formatCosts(cpuS: number): string {
    const slowest = [...this.#results]
      .sort(([, a], [, b]) => b.durationMs - a.durationMs)
      .slice(0, slowestCount);
    return [
      ...slowest.map(([file, result]) => `slow: ${file}: ${formatTimes(result)}`),
      `${cpuS.toFixed(0)} s of CPU in all`,
    ].join("\n");
  }

  /** Names each file that costs more than the budget allows, and the run if it does. */
  findOverruns(cpuS: number, { runS, fileS }: Budget): readonly string[] {
    const files = [...this.#results].flatMap(([file, { cpuMs, furtherCpuMs }]) => {
      const ownS = (cpuMs - furtherCpuMs) / 1_000;
      return ownS > fileS ? [`${file} took ${describeExcess(ownS, fileS)}`] : [];
    });
    return cpuS > runS ? [...files, `the run took ${describeExcess(cpuS, runS)}`] : files;
  }

  /** The failed files, then totals in the form of Node's reporters, then why tests were skipped. */
  format(): string {
    const totals = [...this.#results.values()].reduce(
      (sum, { counts }) => addCounts(sum, counts),
      emptyReport.counts,
    );
    const lines = Object.entries({ ...totals, duration_ms: performance.now() - this.#startedAt });
    return [
      ...this.failedFiles.map((file) => `failed: ${file}`),
      ...lines.map(([name, value]) => `# ${name} ${value}`),
      ...this.#describeSkips(),
    ].join("\n");
  }

  #describeSkips(): readonly string[] {
    const skips = [...this.#results.values()].flatMap((one) => one.skips);
    const countOf = (reason: string) => skips.filter((each) => each === reason).length;
    return [...new Set(skips)].map((reason) => `skipped ${countOf(reason)}: ${reason}`);
  }
}

/** Formats each failure of the file in full, then one line for the file, then its figures. */
export function formatFile(file: string, result: FileReport): string {
  const { counts, failures, figures } = result;
  const ran = counts.pass === 0 && counts.skipped + result.skips.length > 0 ? "skipped" : "ok";
  const verdict = hasPassed(result) ? ran : "not ok";
  const line = `${verdict} ${file}: ${counts.pass} of ${counts.tests}, ${formatTimes(result)}`;
  const notes = figures.map((figure) => `   ${figure}`);
  return [...failures.map((text) => `\n${text}\n`), line, ...notes].join("\n");
}

const formatTimes = ({ durationMs, cpuMs }: FileReport) =>
  `${durationMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`;

const describeExcess = (cpuS: number, limitS: number) =>
  `${cpuS.toFixed(1)} s of CPU; its limit is ${limitS} s (tools/test-run/budget.ts)`;

const hasPassed = ({ counts, failures }: FileReport) =>
  counts.fail + counts.cancelled === 0 && failures.length === 0;

function addCounts(a: Counts, b: Counts): Counts {
  return {
    tests: a.tests + b.tests,
    suites: a.suites + b.suites,
    pass: a.pass + b.pass,
    fail: a.fail + b.fail,
    cancelled: a.cancelled + b.cancelled,
    skipped: a.skipped + b.skipped,
    todo: a.todo + b.todo,
  };
}
