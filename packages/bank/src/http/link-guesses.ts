import { BoundedMap } from "@varde/storage";

/** How many links that lead nowhere one address may try in a minute. */
const linkGuessesPerMinuteMax = 20;

const minuteMs = 60_000;
const addressesMax = 10_000;

interface Guesses {
  readonly since: number;
  readonly count: number;
}

/**
 * Who tries links that are not there. A link is 128 random bits, so nobody finds one; this keeps
 * whoever tries from costing anything. Counted by each process for itself.
 */
export class LinkGuesses {
  readonly #byAddress = new BoundedMap<string, Guesses>(addressesMax);

  hasTooMany(address: string, now: number): boolean {
    return this.#recent(address, now).count >= linkGuessesPerMinuteMax;
  }

  count(address: string, now: number): void {
    const { since, count } = this.#recent(address, now);
    this.#byAddress.set(keyOf(address), { since, count: count + 1 });
  }

  #recent(address: string, now: number): Guesses {
    const known = this.#byAddress.get(keyOf(address));
    const isRecent = known !== undefined && now >= known.since && now - known.since < minuteMs;
    return isRecent ? known : { since: now, count: 0 };
  }
}

/** One customer has many IPv6 addresses, all alike in the first four groups. */
const keyOf = (address: string): string =>
  address.includes(".") ? address : address.split(":").slice(0, 4).join(":");
