import assert from "node:assert/strict";

const isCovered =
  process.env.NODE_V8_COVERAGE !== undefined ||
  process.execArgv.includes("--experimental-test-coverage");

/** Returns a budget of CPU time: more while coverage is recorded, which slows code down. */
export const cpuBudgetMs = (ms: number): number => (isCovered ? 5 * ms : ms);

/** Returns the CPU time of this thread for a piece of work: the best of three. */
const measureCpuMs = (work: () => unknown): number =>
  Math.min(...[1, 2, 3].map(() => measureOnce(work)));

const measureOnce = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

const charactersMax = 32_000;
const budgetMs = cpuBudgetMs(50);

/**
 * Asserts that something reads 32 kB of each text without holding the thread: a start, what is
 * repeated after it, and an end.
 */
export const assertReadsFast = (
  read: (text: string) => unknown,
  texts: readonly (readonly [start: string, repeated: string, end?: string])[],
): void => {
  for (const [start, repeated, end = ""] of texts) {
    const text = start + repeated.repeat(charactersMax / repeated.length) + end;
    const ms = measureCpuMs(() => read(text));
    assert.ok(ms <= budgetMs, `${ms} ms for ${JSON.stringify([start, repeated, end])}`);
  }
};
