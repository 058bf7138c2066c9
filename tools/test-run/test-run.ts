import { emptyReport, type FileReport } from "./messages.ts";
import { type Outcome, type ProcessSettings, TestProcess } from "./test-process.ts";

export interface RunSettings extends ProcessSettings {
  /** How many processes run at once. */
  readonly lanes: number;
  /** How long one file may take. */
  readonly limitMs: number;
  /** Whether a file can run in one process with others. */
  sharesProcess(file: string): boolean;
  /** Receives each file's result, in the order in which files finish. */
  report(file: string, result: FileReport): void;
}

/** Memory that ended tests still hold is freed with their process. */
const filesPerProcess = 25;

/**
 * Runs test files in several processes at once. A file that exceeds its limit or crashes its
 * process is reported as failed, and the other files continue in a new process.
 */
export class TestRun {
  readonly #settings: RunSettings;
  readonly #queue: string[];
  /** Files whose shared process did not end. They run again alone, to name the one at fault. */
  readonly #suspects = new Set<string>();
  readonly #processes = new Set<TestProcess>();
  isStopped = false;

  constructor(files: readonly string[], settings: RunSettings) {
    this.#settings = settings;
    const { sharesProcess } = settings;
    // Files with a process of their own take longest, so they start first.
    this.#queue = files.toSorted((a, b) => Number(sharesProcess(a)) - Number(sharesProcess(b)));
  }

  async run(): Promise<void> {
    const { lanes } = this.#settings;
    await Promise.all(Array.from({ length: lanes }, () => this.#runLane()));
  }

  /** Ends all processes; `run` then resolves without starting others. */
  stop(): void {
    this.isStopped = true;
    for (const one of this.#processes) one.kill();
  }

  async #runLane(): Promise<void> {
    for (;;) {
      const file = this.#takeFile(() => true);
      if (file === undefined) return;
      if (this.#runsAlone(file)) await this.#runAlone(file);
      else await this.#runShared(file);
    }
  }

  #takeFile(isWanted: (file: string) => boolean): string | undefined {
    const [next] = this.#queue;
    if (next === undefined || this.isStopped || !isWanted(next)) return undefined;
    return this.#queue.shift();
  }

  #runsAlone(file: string): boolean {
    const { options, sharesProcess } = this.#settings;
    return options.length > 0 || this.#suspects.has(file) || !sharesProcess(file);
  }

  async #runAlone(file: string): Promise<void> {
    const process = this.#start();
    const outcome = await process.runAlone(file, this.#settings.limitMs);
    const isOpen = !(await this.#end(process)) && outcome.kind === "finished";
    this.#report(file, isOpen ? { kind: "still open", report: outcome } : outcome);
  }

  /** Runs this file and those after it in one process, as long as they share one. */
  async #runShared(first: string): Promise<void> {
    const process = this.#start();
    const finished: string[] = [];
    const isNext = (file: string) => !this.#runsAlone(file) && finished.length < filesPerProcess;
    for (let file: string | undefined = first; file !== undefined; file = this.#takeFile(isNext)) {
      const outcome = await process.run(file, this.#settings.limitMs);
      this.#report(file, outcome);
      if (outcome.kind !== "finished") break;
      finished.push(file);
    }
    if (await this.#end(process)) return;
    for (const file of finished) this.#suspects.add(file);
    this.#queue.push(...finished);
  }

  #start(): TestProcess {
    const process = new TestProcess(this.#settings);
    this.#processes.add(process);
    return process;
  }

  async #end(process: TestProcess): Promise<boolean> {
    const hasEnded = await process.end();
    this.#processes.delete(process);
    return hasEnded;
  }

  #report(file: string, outcome: Outcome | StillOpen): void {
    if (this.isStopped) return;
    const { report, limitMs } = this.#settings;
    if (outcome.kind === "finished") report(file, outcome);
    else report(file, failedReport(outcome, limitMs));
  }
}

/** All tests of the file ended, but its process did not. */
interface StillOpen {
  readonly kind: "still open";
  readonly report: FileReport;
}

function failedReport(
  outcome: Exclude<Outcome, { kind: "finished" }> | StillOpen,
  limitMs: number,
): FileReport {
  const before = outcome.kind === "still open" ? outcome.report : emptyReport;
  const { tests, fail } = before.counts;
  return {
    ...before,
    counts: { ...before.counts, tests: tests + 1, fail: fail + 1 },
    failures: [...before.failures, `not ok: ${describeFailure(outcome, limitMs)}`],
  };
}

function describeFailure(
  outcome: Exclude<Outcome, { kind: "finished" }> | StillOpen,
  limitMs: number,
): string {
  switch (outcome.kind) {
    case "timed out":
      return `the file took over ${limitMs / 1000} s, ${outcome.place}; its processes were ended`;
    case "crashed":
      return `the process ended with ${outcome.reason}, ${outcome.place}`;
    case "still open":
      return "the tests left a server, timer or process open; it was ended";
  }
}
