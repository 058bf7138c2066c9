import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// The scale of long tests (`*.long.test.ts`). `npm run test:long` sets it to "long"; everything
// else, a single file included, runs the small part.
const isLong = process.env.VARDE_TEST_SCALE === "long";

/**
 * The number that all random choices follow from; it repeats a failed run. `npm run test:slice`
 * takes it from the commit: a part fails only because of a change, and each commit takes another.
 */
const seed = Number(process.env.VARDE_SEED ?? (isLong ? Date.now() % 1_000_000 : 1));

/** Picks the small part of a long test, or all of it. */
export const atScale = <T>(parts: { readonly slice: T; readonly long: T }): T =>
  isLong ? parts.long : parts.slice;

/** Takes `count` of many values for the small part of a long test, and all for the whole. */
export const aPartOf = <T>(values: readonly T[], count: number): readonly T[] =>
  isLong ? values : takePart(values, count, seed);

/** Takes values that follow those of the seed before. */
export const takePart = <T>(values: readonly T[], count: number, seed: number): readonly T[] => {
  const from = (seed * count) % values.length;
  return [...values.slice(from), ...values.slice(0, from)].slice(0, count);
};

/**
 * Runs `count` rounds, each with a seed of its own. Rounds that an interrupted long run completed
 * under the same name are not repeated.
 */
export async function runRounds(
  name: string,
  count: number,
  run: (round: { readonly number: number; readonly seed: number }) => Promise<void>,
): Promise<void> {
  for (let number = readCompleted(name); number < count; number += 1) {
    try {
      await run({ number, seed: seed + number });
    } catch (error) {
      throw new Error(`Round ${number} failed; repeat it with VARDE_SEED=${seed + number}.`, {
        cause: error,
      });
    }
    writeCompleted(name, number + 1);
  }
}

/** The folder in which a long run records how far it came. */
const progress = process.env.VARDE_TEST_PROGRESS;

const recordOf = (folder: string, name: string) =>
  join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.rounds`);

function readCompleted(name: string): number {
  if (progress === undefined) return 0;
  try {
    return Number(readFileSync(recordOf(progress, name), "utf8"));
  } catch {
    // Nothing is recorded before the first round is complete.
    return 0;
  }
}

function writeCompleted(name: string, count: number): void {
  if (progress === undefined) return;
  mkdirSync(progress, { recursive: true });
  writeFileSync(recordOf(progress, name), String(count));
}
