import { databaseNow, sql } from "../units/sql.ts";
import { one, type Unit } from "../units/unit.ts";

export interface ClockRow {
  readonly clock_ms: bigint;
}

export const readServerClock = (): Unit<ClockRow | undefined> =>
  one(sql`select ${databaseNow} as clock_ms`);

/**
 * Follows the server's clock by the times that the server has sent and by a clock of this process
 * that nobody sets. Each time was read between a question and its response, so it bounds how far
 * the two clocks are apart. The known distance changes only when it is out of these bounds: a slow
 * response does not change it, and a server's clock that was set changes it at once.
 */
export class ServerClock {
  /** A clock for durations. */
  readonly #elapsedMs: () => number;
  #distanceMs: number | undefined;
  #observedAt = Number.NEGATIVE_INFINITY;

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** The time of the server; that of this process before the server has sent any. */
  now(): number {
    if (this.#distanceMs === undefined) return Date.now();
    return Math.floor(this.#elapsedMs() + this.#distanceMs);
  }

  isOlderThan(ms: number): boolean {
    return this.#elapsedMs() - this.#observedAt > ms;
  }

  /** Learns from a time that the server has read since `askedAt`, of the clock for durations. */
  observe({ clock_ms }: ClockRow, askedAt: number): void {
    this.#observedAt = this.#elapsedMs();
    const lowest = Number(clock_ms) - this.#observedAt;
    const highest = Number(clock_ms) + 1 - askedAt;
    const known = this.#distanceMs ?? (lowest + highest) / 2;
    this.#distanceMs = Math.min(Math.max(known, lowest), highest);
  }
}
