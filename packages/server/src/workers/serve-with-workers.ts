import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { extname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ConfigurationRefused } from "@varde/bank";
import type { Logger } from "pino";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { ServedBank } from "../serve-bank.ts";
import { MetricsCollector } from "./metrics-collector.ts";
import type { WorkerOrder, WorkerReport } from "./worker-messages.ts";

/** A bank that several processes serve on the same port. */
export interface ServedByWorkers {
  readonly addresses: ServedBank["addresses"];
  /**
   * Starts this many workers with other settings and stops those that they replace, one after the
   * other. Throws ConfigurationRefused if the first cannot start; then nothing has changed.
   */
  replace(settings: ServerSettings, count: number): Promise<void>;
  /** Lets every worker finish its requests and resolves when all have ended. */
  close(): Promise<void>;
}

/**
 * Starts workers that share the ports of the bank, and replaces those that end. Resolves when all
 * listen. Throws ConfigurationRefused if one of the first workers cannot start.
 */
export const serveWithWorkers = async (
  settings: ServerSettings,
  count: number,
  log: Logger,
): Promise<ServedByWorkers> => {
  const entry = new URL(`./worker-process${extname(import.meta.url)}`, import.meta.url);
  cluster.setupPrimary({ exec: fileURLToPath(entry), args: [] });
  const pool = new WorkerPool(settings, log);
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => pool.start()));
    pool.replaceEnded();
    return {
      addresses: addresses[0] ?? {},
      replace: (changed, wanted) => pool.replaceAll(changed, wanted),
      close: () => pool.stop(),
    };
  } catch (error) {
    await pool.stop();
    throw error;
  }
};

class WorkerPool {
  #settings: ServerSettings;
  readonly #log: Logger;
  readonly #workers = new Set<Worker>();
  /** Workers whose end is expected. */
  readonly #retired = new Set<Worker>();
  readonly #metrics = new MetricsCollector();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #delayMs = 0;
  #replacesEnded = false;

  constructor(settings: ServerSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Starts a worker and resolves with its addresses when it listens. */
  start(settings = this.#settings): Promise<ServedBank["addresses"]> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    this.#workers.add(worker);
    // A worker on trial is not started again if it ends.
    if (settings !== this.#settings) this.#retired.add(worker);
    send(worker, { kind: "serve", settings });
    return new Promise((resolve, reject) => {
      worker.on("message", (report: WorkerReport) => {
        if (report.kind === "listening") {
          this.#retired.delete(worker);
          resolve(report.addresses);
        } else if (report.kind === "refused") reject(new ConfigurationRefused(report.message));
        else this.#metrics.handle(worker, report, this.#workers, send);
      });
      worker.once("exit", (code, signal) => {
        reject(new Error(`a worker ended before it listened (${signal ?? code})`));
        this.#workers.delete(worker);
        this.#metrics.end(worker);
        const ended = { pid: worker.process.pid, code, signal };
        if (this.#retired.delete(worker) || !this.#replacesEnded) return;
        this.#replace(ended, performance.now() - startedAt);
      });
    });
  }

  async replaceAll(settings: ServerSettings, count: number): Promise<void> {
    const old = [...this.#workers];
    for (let at = 0; at < Math.max(old.length, count) && this.#replacesEnded; at += 1) {
      if (at < count) await this.start(settings);
      // The first one serves, so the others can; one that ends is started again with them.
      this.#settings = settings;
      const worker = old[at];
      if (worker !== undefined) await this.#retire(worker);
    }
  }

  async #retire(worker: Worker): Promise<void> {
    if (!this.#workers.has(worker)) return;
    this.#retired.add(worker);
    const late = new AbortController();
    const ended = once(worker, "exit");
    send(worker, { kind: "retire" });
    await Promise.race([ended, pause(retireMsMax, undefined, { signal: late.signal, ref: false })]);
    late.abort();
    worker.process.kill("SIGKILL");
  }

  /** Replaces workers that end from now on. */
  replaceEnded(): void {
    this.#replacesEnded = true;
  }

  #replace(ended: object, livedMs: number): void {
    this.#delayMs = restartDelayMs(livedMs, this.#delayMs);
    this.#log.error({ ...ended, restartMs: this.#delayMs }, "worker ended, another one will start");
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.start().then(
        () => this.#log.info("worker started"),
        (error: unknown) => this.#log.error({ err: error }, "worker failed to start"),
      );
    }, this.#delayMs);
    this.#restarts.add(restart);
  }

  async stop(): Promise<void> {
    this.#replacesEnded = false;
    for (const restart of this.#restarts) clearTimeout(restart);
    const workers = [...this.#workers];
    const ended = workers.map((worker) => once(worker, "exit"));
    for (const worker of workers) send(worker, { kind: "stop" });
    await Promise.all(ended);
  }
}

/** Longer than a bank takes to stop its jobs and to finish its requests. */
const retireMsMax = 30_000;

/** A worker that ended in the meantime needs no order. */
const send = (worker: Worker, order: WorkerOrder): void => {
  if (worker.isConnected()) worker.send(order, () => {});
};

/** A worker that lived this long started properly. */
const startedMs = 60_000;
const firstDelayMs = 100;
const delayMsMax = 30_000;

/**
 * Returns how long to wait before a worker that ended is started again: longer each time, as long
 * as workers end soon after their start.
 */
export const restartDelayMs = (livedMs: number, previousDelayMs: number): number =>
  livedMs >= startedMs
    ? firstDelayMs
    : Math.min(Math.max(previousDelayMs * 2, firstDelayMs), delayMsMax);
