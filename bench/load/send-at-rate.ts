import { setTimeout as after } from "node:timers/promises";
import { type Connection, openConnection } from "./open-connection.ts";

/** Requests at a fixed rate, whether or not the server can handle it. */
export interface Offer {
  /** The ports of the servers, which take turns. */
  readonly ports: readonly number[];
  readonly perSecond: number;
  /** Maximum of concurrent requests. Further ones wait, and the rate falls. */
  readonly connectionsMax: number;
}

export interface Offered {
  /** Requests sent per second; less than requested if connections ran out. */
  readonly sentPerSecond: number;
  /** Successes that arrived while there were still requests to send. */
  readonly goodPerSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly goodP99Ms: number;
  /** Latency of the 503 responses. */
  readonly busyP99Ms: number;
}

const openedAtOnce = 64;
const tickMs = 1;
const overMsMax = 15_000;

/** Sends the requests at a steady rate over connections that are opened beforehand. */
export const sendAtRate = async (offer: Offer, requests: readonly Buffer[]): Promise<Offered> => {
  const pool = new Pool();
  await pool.open(offer);
  try {
    const start = performance.now();
    const plannedMs = (requests.length * 1_000) / offer.perSecond;
    let sent = 0;
    while (sent < requests.length) {
      const elapsed = performance.now() - start;
      if (elapsed > plannedMs + overMsMax)
        throw new Error("The requests could not be sent in time.");
      const due = Math.min(requests.length, Math.ceil((elapsed * offer.perSecond) / 1_000));
      while (sent < due && pool.send(requests[sent])) sent += 1;
      await after(tickMs);
    }
    const seconds = (performance.now() - start) / 1_000;
    const goodPerSecond = pool.goodMs.length / seconds;
    await pool.untilIdle();
    return {
      sentPerSecond: sent / seconds,
      goodPerSecond,
      statuses: pool.statuses,
      goodP99Ms: p99(pool.goodMs),
      busyP99Ms: p99(pool.busyMs),
    };
  } finally {
    pool.close();
  }
};

class Pool {
  readonly statuses: Record<string, number> = {};
  readonly goodMs: number[] = [];
  readonly busyMs: number[] = [];
  readonly #all = new Set<Connection>();
  readonly #idle = new Set<Connection>();
  #lost: Error | undefined;

  async open({ ports, connectionsMax }: Offer): Promise<void> {
    while (this.#all.size < connectionsMax) {
      const size = Math.min(openedAtOnce, connectionsMax - this.#all.size);
      const opening = Array.from({ length: size }, (_, at) => ports[at % ports.length] ?? 0);
      for (const connection of await Promise.all(opening.map((port) => this.#openOne(port)))) {
        this.#all.add(connection);
        this.#idle.add(connection);
      }
    }
  }

  #openOne(port: number): Promise<Connection> {
    return openConnection(port, {
      onResponse: (response, ms, connection) => {
        this.#note(response.slice(9, 12), ms);
        this.#idle.add(connection);
      },
      onLost: (error, connection) => {
        // A server closes a connection that nobody uses.
        if (!this.#idle.delete(connection)) this.#lost ??= error;
        this.#all.delete(connection);
      },
    });
  }

  #note(status: string, ms: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status.startsWith("2")) this.goodMs.push(ms);
    if (status === "503") this.busyMs.push(ms);
  }

  /** Returns whether a connection was free. */
  send(request: Buffer | undefined): boolean {
    if (this.#lost !== undefined) throw this.#lost;
    // The one that waited longest, before the server closes it.
    const [connection] = this.#idle;
    if (connection === undefined || request === undefined) return false;
    this.#idle.delete(connection);
    connection.send(request);
    return true;
  }

  async untilIdle(): Promise<void> {
    const deadline = performance.now() + overMsMax;
    while (this.#idle.size < this.#all.size) {
      if (this.#lost !== undefined) throw this.#lost;
      if (performance.now() > deadline) throw new Error("Some requests got no response.");
      await after(10);
    }
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

const p99 = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
};
