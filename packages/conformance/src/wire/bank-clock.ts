import { parseDateHeader } from "@varde/protocol";
import { type Exchange, headerOf } from "./exchange.ts";

/** Time that a request may need before the bank looks at its clock, besides its latency. */
const marginMs = 100;

/**
 * The bank's clock, seen through the Date of its responses. Each response bounds the difference
 * between the two clocks: the bank's time was in the second of its Date at some moment between the
 * start and the end of the request. The bounds of all responses together are far narrower than a
 * second, which is what a limit of 60 seconds needs.
 */
export class BankClock {
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;

  /** Narrows the bounds by one response. */
  observe({ response, startedAt, ms }: Exchange): void {
    const date = parseDateHeader(headerOf(response, "date") ?? "");
    if (typeof date !== "number") return;
    const lowest = Math.max(this.#lowest, date - (startedAt + ms));
    const highest = Math.min(this.#highest, date + 1000 - startedAt);
    // A clock that was set meanwhile contradicts the bounds: they start over.
    const isConsistent = lowest <= highest;
    this.#lowest = isConsistent ? lowest : date - (startedAt + ms);
    this.#highest = isConsistent ? highest : date + 1000 - startedAt;
  }

  /** How much later the bank's clock is than ours, at least and at most; undefined if unknown. */
  get bounds(): { readonly lowestMs: number; readonly highestMs: number } | undefined {
    return Number.isFinite(this.#lowest)
      ? { lowestMs: this.#lowest, highestMs: this.#highest }
      : undefined;
  }

  /** The bank's time now, in the middle of what is known; our own time if nothing is known. */
  now(): number {
    const { lowestMs, highestMs } = this.bounds ?? { lowestMs: 0, highestMs: 0 };
    return Date.now() + (lowestMs + highestMs) / 2;
  }

  /** The bank's time now, at least and at most. */
  get #range(): readonly [earliest: number, latest: number] {
    const { lowestMs, highestMs } = this.bounds ?? { lowestMs: 0, highestMs: 0 };
    return [Date.now() + lowestMs, Date.now() + highestMs];
  }

  /** How old a Date is for the bank, at least and at most; negative if it is ahead. */
  ageMs(date: number): readonly [least: number, most: number] {
    const [earliest, latest] = this.#range;
    return [earliest - date, latest - date];
  }

  /**
   * Returns the oldest Date, in whole seconds, that is certainly less than `seconds` old when the
   * bank reads it; a negative number of seconds gives the latest one ahead of the bank's clock.
   */
  dateWithin(seconds: number): number {
    const [earliest, latest] = this.#range;
    return seconds >= 0
      ? Math.ceil((latest + marginMs - seconds * 1000) / 1000) * 1000
      : Math.floor((earliest - seconds * 1000) / 1000) * 1000;
  }

  /** Returns the newest Date that is certainly more than `seconds` old, or as far ahead. */
  dateBeyond(seconds: number): number {
    const [earliest, latest] = this.#range;
    return seconds >= 0
      ? Math.floor((earliest - seconds * 1000) / 1000) * 1000
      : Math.ceil((latest + marginMs - seconds * 1000) / 1000) * 1000;
  }
}
