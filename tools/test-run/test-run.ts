import { emptyReport, type FileReport } from "./messages.ts";
import type { ProcessKind } from "./process-kind.ts";
import { type Outcome, type ProcessSettings, TestProcess } from "./test-process.ts";

export interface RunSettings extends ProcessSettings {
  /** How many processes run at once. */
  readonly lanes: number;
  /** How long one file may take. */
  readonly limitMs: number;
  processKind(file: string): ProcessKind;
  /** Receives each file's result, in the order in which files finish. */
  report(file: string, result: FileReport): void;
}

/** Memory that ended tests still hold is freed with their process. */
const filesPerProcess = 40;

/**
 * The order in which a lane takes files. A third of the lanes starts with each kind: long files
 * mostly wait, a test waits for its browser, and the others compute.
 */
const orders: readonly (readonly ProcessKind[])[] = [
  ["browser", "own", "shared"],
  ["own", "browser", "shared"],
  ["shared", "own", "browser"],
];

/** Returns how many processes keep the processors busy, although some of them wait. */
export const countLanes = (processors: number): number => Math.min(3 * processors, processors + 8);

/**
 * Runs test files in several processes at once. A file that exceeds its limit or crashes its
 * process is reported as failed, and the other files continue in a new process.
 */
export class TestRun {
  readonly #settings: RunSettings;
  /** The files still to run. */
  readonly #queues: Readonly<Record<ProcessKind, string[]>> = { own: [], shared: [], browser: [] };
  readonly #processes = new Set<TestProcess>();
  #isStopped = false;

  constructor(files: readonly string[], settings: RunSettings) {
    this.#settings = settings;
    const { options, processKind } = settings;
    for (const file of files) {
      this.#queues[options.length > 0 ? "own" : processKind(file)].push(file);
    }
  }

  async run(): Promise<void> {
    const lanes = Array.from(
      { length: this.#settings.lanes },
      (_, lane) => orders[lane % orders.length] ?? [],
    );
    await Promise.all(lanes.map((order) => this.#runLane(order)));
  }

  /** Ends all processes; `run` then resolves without starting others. */
  stop(): void {
    this.#isStopped = true;
    for (const one of this.#processes) one.kill();
  }

  async #runLane(order: readonly ProcessKind[]): Promise<void> {
    for (;;) {
      const kind = order.find((one) => this.#queues[one].length > 0);
      if (kind === undefined || this.#isStopped) return;
      if (kind === "own") await this.#runAlone(this.#takeFile(kind) as string);
      else await this.#runShared(kind);
    }
  }

  #takeFile(kind: ProcessKind): string | undefined {
    return this.#isStopped ? undefined : this.#queues[kind].shift();
  }

  async #runAlone(file: string): Promise<void> {
    const process = this.#start();
    const outcome = await process.runAlone(file, this.#settings.limitMs);
    const isOpen = !(await this.#end(process)) && outcome.kind === "finished";
    this.#report(file, isOpen ? { kind: "still open", report: outcome } : outcome);
  }

  /** Runs files of one kind in one process. */
  async #runShared(kind: ProcessKind): Promise<void> {
    const process = this.#start();
    const finished: string[] = [];
    while (finished.length < filesPerProcess) {
      const file = this.#takeFile(kind);
      if (file === undefined) break;
      const outcome = await process.run(file, this.#settings.limitMs);
      this.#report(file, outcome);
      if (outcome.kind !== "finished") break;
      finished.push(file);
    }
    // If something is still open, the files run again alone, to name the one at fault.
    if (!(await this.#end(process))) this.#queues.own.push(...finished);
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
    if (this.#isStopped) return;
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
