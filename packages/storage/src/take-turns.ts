import { setImmediate } from "node:timers/promises";
import { limits } from "./limits.ts";

/**
 * For a long piece of work that consists of many units: called between two of them, it lets whoever
 * else is waiting have the process for as long as the unit took. A turn of the event loop takes in
 * one new connection and what has arrived on the others, so a single turn would let newcomers wait
 * for one unit each. Where nobody waits the work goes on at once.
 */
export const takeTurns = (clockMs = () => performance.now()): (() => Promise<void>) => {
  let since = clockMs();
  return async () => {
    const start = clockMs();
    const until = start + Math.min(start - since, limits.giveWayMsMax);
    for (let turn = start; turn < until; ) {
      await setImmediate();
      const now = clockMs();
      if (now - turn < limits.idleTurnMs) break;
      turn = now;
    }
    since = clockMs();
  };
};
