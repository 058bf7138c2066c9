import { BoundedMap } from "@varde/storage";

/** How many unknown links one address may try in a minute. */
const linkGuessesPerMinuteMax = 20;

const minuteMs = 60_000;
const addressesMax = 10_000;

interface Guesses {
  readonly since: number;
  readonly count: number;
}

/**
 * Counts unknown SCA links by caller address. A link has 128 random bits, so it cannot be guessed;
 * the limit keeps attempts from costing database reads. Each process counts on its own.
 */
export class LinkGuesses {
  readonly #byAddress = new BoundedMap<string, Guesses>(addressesMax);

  hasTooMany(address: string, now: number): boolean {
    return this.#recent(address, now).count >= linkGuessesPerMinuteMax;
  }

  count(address: string, now: number): void {
    const { since, count } = this.#recent(address, now);
    this.#byAddress.set(addressKey(address), { since, count: count + 1 });
  }

  #recent(address: string, now: number): Guesses {
    const known = this.#byAddress.get(addressKey(address));
    const isRecent = known !== undefined && now >= known.since && now - known.since < minuteMs;
    return isRecent ? known : { since: now, count: 0 };
  }
}

/** Groups IPv6 addresses by their first four groups, which one customer's addresses share. */
const addressKey = (address: string): string =>
  address.includes(".") ? address : address.split(":").slice(0, 4).join(":");
