/** A repeatable stream of random numbers, determined by a seed and a key. */
export interface SeededRandom {
  /** Returns a whole number between the bounds, both inclusive. */
  between(least: number, most: number): number;
  /** Returns an amount in minor units between the bounds, both inclusive. */
  amountBetween(least: bigint, most: bigint): bigint;
  pick<T>(choices: readonly T[]): T;
  digits(count: number): string;
}

/**
 * Creates a stream. Streams with different keys are independent, so that one more purchase in a
 * month changes no other month and no other account.
 */
export function seededRandom(seed: number, key: string): SeededRandom {
  let state = hash(`${seed}:${key}`);
  // mulberry32: 32 bits of state are enough for a few hundred numbers per stream.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    amountBetween: (least, most) => BigInt(between(Number(least), Number(most))),
    pick: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(""),
  };
}

/** Returns the FNV-1a hash of the UTF-16 code units. */
function hash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}
