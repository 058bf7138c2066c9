import { setImmediate } from "node:timers/promises";

/** How long a long job yields at most between two of its units. */
const yieldMsMax = 10;
/** A turn of the event loop that took less had nothing to do. */
const idleTurnMs = 0.1;

/**
 * Returns `yieldToOthers`, for a long job that consists of many units. Called between two of them,
 * it leaves the process to other work for as long as the unit took. A turn of the event loop
 * accepts one new connection and reads what has arrived on the others, so after a single turn new
 * connections would wait for one unit each. If no other work is waiting, the job continues at once.
 */
export const createYielder = (clockMs = () => performance.now()): (() => Promise<void>) => {
  let since = clockMs();
  return async () => {
    const start = clockMs();
    const until = start + Math.min(start - since, yieldMsMax);
    for (let turn = start; turn < until; ) {
      await setImmediate();
      const now = clockMs();
      if (now - turn < idleTurnMs) break;
      turn = now;
    }
    since = clockMs();
  };
};
