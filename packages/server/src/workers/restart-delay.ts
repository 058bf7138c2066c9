/** A worker that lived this long started properly. */
const startedMs = 60_000;
const firstDelayMs = 100;
const delayMsMax = 30_000;

/**
 * Returns how long to wait before a worker that ended is started again: longer each time, as long
 * as workers end soon after their start.
 */
export const restartDelayMs = (livedMs: number, previousDelayMs: number): number =>
  livedMs >= startedMs
    ? firstDelayMs
    : Math.min(Math.max(previousDelayMs * 2, firstDelayMs), delayMsMax);
