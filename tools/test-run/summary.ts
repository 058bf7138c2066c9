import { type Counts, emptyReport, type FileReport } from "./messages.ts";

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
  const { counts, durationMs, failures, figures } = result;
  const verdict = hasPassed(result) ? "ok" : "not ok";
  const line = `${verdict} ${file}: ${counts.pass} of ${counts.tests}, ${durationMs.toFixed(0)} ms`;
  const notes = figures.map((figure) => `   ${figure}`);
  return [...failures.map((text) => `\n${text}\n`), line, ...notes].join("\n");
}

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
