import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve as resolvePath } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root } from "../source/list-files.ts";
import { endLeftovers, endProcessTree } from "./end-process-tree.ts";
import { emptyReport, type FileReport, type Order, type Report } from "./messages.ts";

export interface ProcessSettings {
  /** Options of Node's test runner. */
  readonly options: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How long a process may stay open after its last test. */
  readonly graceMs: number;
}

export type Outcome =
  | ({ readonly kind: "finished" } & FileReport)
  | { readonly kind: "timed out"; readonly place: string }
  | { readonly kind: "crashed"; readonly place: string; readonly reason: string };

/** How long the last output of an ended process is waited for. */
const drainMs = 1_000;
const startTimer = globalThis.setTimeout;

const worker = new URL("worker.ts", import.meta.url);
const reporter = new URL("worker-reporter.ts", import.meta.url).href;

/** A process that runs test files one after another. */
export class TestProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  /** Its output has ended too. This may happen in the same turn as the exit. */
  readonly #closed: Promise<unknown>;
  readonly #graceMs: number;
  /** Node reports nothing about a file in which no test matches a pattern. */
  readonly #mayBeEmpty: boolean;
  #place = "";

  constructor({ options, env, graceMs }: ProcessSettings) {
    this.#graceMs = graceMs;
    this.#mayBeEmpty = options.length > 0;
    this.#child = fork(worker, {
      cwd: root,
      env,
      execArgv: [
        "--conditions=varde-source",
        "--disable-warning=ExperimentalWarning",
        `--test-reporter=${reporter}`,
        "--test-reporter-destination=stdout",
        ...options,
      ],
      // A process group of its own can be ended as a whole.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child.stdout?.pipe(process.stdout, { end: false });
    this.#child.stderr?.pipe(process.stderr, { end: false });
    this.#closed = once(this.#child, "close");
    this.#exited = once(this.#child, "exit").then(() => this.#release());
  }

  /** Runs a file and ends. Only this works with options that leave tests out. */
  async runAlone(file: string, limitMs: number): Promise<Outcome> {
    const outcome = this.run(file, limitMs);
    this.#send({ kind: "end" });
    return outcome;
  }

  /** Runs one file. After any outcome but "finished" the process is gone. */
  async run(file: string, limitMs: number): Promise<Outcome> {
    this.#place = "before any of its tests started";
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = startTimer(() => {
      resolve({ kind: "timed out", place: this.#place });
      this.kill();
    }, limitMs);
    const listen = (report: Report) => {
      if (report.kind === "running") this.#place = `in "${report.title}"`;
      else resolve(report);
    };
    const onExit = (code: number | null, signal: string | null) =>
      resolve(
        code === 0 && this.#mayBeEmpty
          ? { kind: "finished", ...emptyReport }
          : { kind: "crashed", place: this.#place, reason: signal ?? `exit code ${code}` },
      );
    this.#child.on("message", listen);
    this.#child.once("exit", onExit);
    try {
      this.#send({ kind: "run", url: pathToFileURL(resolvePath(root, file)).href });
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off("message", listen);
      this.#child.off("exit", onExit);
    }
  }

  /** Lets the process end by itself. Returns false if it had to be killed. */
  async end(): Promise<boolean> {
    if (this.#child.connected) this.#send({ kind: "end" });
    let isKilled = false;
    const timer = startTimer(() => {
      isKilled = true;
      this.kill();
    }, this.#graceMs);
    await this.#exited;
    clearTimeout(timer);
    return !isKilled;
  }

  kill(): void {
    if (this.#child.pid !== undefined) endProcessTree(this.#child.pid);
  }

  #send(order: Order): void {
    // The process may end before it reads the order; its exit is the outcome then.
    this.#child.send(order, () => {});
  }

  /** Ends what the process left behind, which would hold its pipes open. */
  async #release(): Promise<void> {
    if (this.#child.pid !== undefined) endLeftovers(this.#child.pid);
    await Promise.race([this.#closed, setTimeout(drainMs, undefined, { ref: false })]);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }
}
