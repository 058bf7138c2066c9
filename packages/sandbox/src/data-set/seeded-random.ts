/** Chance that is the same every time: a stream of numbers told apart by its key. */
export interface SeededRandom {
  /** A whole number from the least to the most, both included. */
  between(least: number, most: number): number;
  /** Minor units from the least to the most. */
  amountBetween(least: bigint, most: bigint): bigint;
  pick<T>(choices: readonly T[]): T;
  digits(count: number): string;
}

/**
 * Streams with different keys do not disturb each other: one more purchase in a month changes no
 * other month and no other account.
 */
export function seededRandom(seed: number, key: string): SeededRandom {
  let state = startOf(`${seed}:${key}`);
  // mulberry32: 32 bits of state are plenty for a few hundred numbers a stream.
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

/** FNV-1a over the UTF-16 units. */
function startOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}
