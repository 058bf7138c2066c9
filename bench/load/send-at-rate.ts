import { setTimeout as after } from "node:timers/promises";
import { readUsage } from "../servers/read-usage.ts";
import { type Connection, openConnection } from "./open-connection.ts";

/** Requests at a fixed rate, whether or not the server can handle it. */
export interface Offer {
  /** The ports of the servers, which take turns. */
  readonly ports: readonly number[];
  readonly perSecond: number;
  /** Maximum of concurrent requests. Further ones wait, and the rate falls. */
  readonly connectionsMax: number;
  /** Process id of a server whose CPU time is measured. */
  readonly pid?: number | undefined;
}

export interface Offered {
  /** Requests sent per second; less than requested if connections ran out. */
  readonly sentPerSecond: number;
  /** Successes that arrived while there were still requests to send. */
  readonly goodPerSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly goodP95Ms: number;
  readonly goodP99Ms: number;
  /** Latency of the 503 responses. */
  readonly busyP99Ms: number;
  /** CPU time of the server from the first request to the last response; 0 without its `pid`. */
  readonly cpuMs: number;
}

/** Less than a server keeps an idle connection open. */
const idleMsMax = 4_000;
const openedAtOnce = 64;
const tickMs = 1;
const overMsMax = 60_000;

/** Sends the requests at a steady rate. */
export const sendAtRate = async (offer: Offer, requests: readonly Buffer[]): Promise<Offered> => {
  const pool = new Pool(offer);
  try {
    await pool.open();
    const readCpuMs = () => (offer.pid === undefined ? 0 : readUsage(offer.pid).cpuMs);
    const cpuMsBefore = readCpuMs();
    const start = performance.now();
    const plannedMs = (requests.length * 1_000) / offer.perSecond;
    let sent = 0;
    while (sent < requests.length) {
      const elapsed = performance.now() - start;
      if (elapsed > plannedMs + overMsMax)
        throw new Error("The requests could not be sent in time.");
      const due = Math.min(requests.length, Math.ceil((elapsed * offer.perSecond) / 1_000));
      for (const request of requests.slice(sent, due)) {
        if (!pool.send(request)) break;
        sent += 1;
      }
      await after(tickMs);
    }
    const seconds = (performance.now() - start) / 1_000;
    const goodPerSecond = pool.goodMs.length / seconds;
    await pool.untilIdle();
    return {
      sentPerSecond: sent / seconds,
      goodPerSecond,
      statuses: pool.statuses,
      goodP95Ms: quantile(pool.goodMs, 0.95),
      goodP99Ms: quantile(pool.goodMs, 0.99),
      busyP99Ms: quantile(pool.busyMs, 0.99),
      cpuMs: readCpuMs() - cpuMsBefore,
    };
  } finally {
    pool.close();
  }
};

/**
 * Connections that are opened beforehand, because a server accepts few in each turn of its event
 * loop. The one that was used last is used again. One that is idle for long is closed before the
 * server closes it, because a request on its way would be lost, and replaced when it is needed.
 */
class Pool {
  readonly statuses: Record<string, number> = {};
  readonly goodMs: number[] = [];
  readonly busyMs: number[] = [];
  readonly #offer: Offer;
  readonly #idle: { readonly connection: Connection; readonly since: number }[] = [];
  #openCount = 0;
  #busyCount = 0;
  #opened = 0;
  #lost: Error | undefined;

  constructor(offer: Offer) {
    this.#offer = offer;
  }

  async open(): Promise<void> {
    const { connectionsMax } = this.#offer;
    while (this.#opened < connectionsMax) {
      const size = Math.min(openedAtOnce, connectionsMax - this.#opened);
      this.#openCount += size;
      const opening = Array.from({ length: size }, () => this.#openOne());
      for (const connection of await Promise.all(opening)) {
        this.#idle.push({ connection, since: performance.now() });
      }
    }
  }

  /** Returns whether a connection was free or could be opened. */
  send(request: Buffer): boolean {
    if (this.#lost !== undefined) throw this.#lost;
    this.#closeOld();
    const idle = this.#idle.pop();
    if (idle === undefined && this.#openCount >= this.#offer.connectionsMax) return false;
    this.#busyCount += 1;
    if (idle !== undefined) idle.connection.send(request);
    else {
      this.#openCount += 1;
      this.#openOne().then(
        (connection) => connection.send(request),
        (error) => {
          this.#lost ??= error;
        },
      );
    }
    return true;
  }

  #closeOld(): void {
    const old = performance.now() - idleMsMax;
    while ((this.#idle[0]?.since ?? old) < old) {
      this.#idle.shift()?.connection.close();
      this.#openCount -= 1;
    }
  }

  #openOne(): Promise<Connection> {
    const { ports } = this.#offer;
    this.#opened += 1;
    return openConnection(ports[this.#opened % ports.length] ?? 0, {
      onResponse: (response, ms, connection) => {
        this.#note(response.slice(9, 12), ms);
        this.#busyCount -= 1;
        this.#idle.push({ connection, since: performance.now() });
      },
      onLost: (error, connection) => {
        const at = this.#idle.findIndex((idle) => idle.connection === connection);
        if (at < 0) this.#lost ??= error;
        else {
          // A server may close a connection that nobody uses.
          this.#idle.splice(at, 1);
          this.#openCount -= 1;
        }
      },
    });
  }

  #note(status: string, ms: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status.startsWith("2")) this.goodMs.push(ms);
    if (status === "503") this.busyMs.push(ms);
  }

  async untilIdle(): Promise<void> {
    const deadline = performance.now() + overMsMax;
    while (this.#busyCount > 0) {
      if (this.#lost !== undefined) throw this.#lost;
      if (performance.now() > deadline) throw new Error("Some requests got no response.");
      this.#closeOld();
      await after(10);
    }
  }

  close(): void {
    for (const { connection } of this.#idle) connection.close();
  }
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
};
