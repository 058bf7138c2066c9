import type { Writable } from "node:stream";

const batchMs = 50;
/** Bounds what waits for the next batch. */
const waitingMax = 1_000;

/** Formats a server-sent event; `data` is JSON. */
export const formatEvent = (event: string, data: string): string =>
  `event: ${event}\ndata: ${data}\n\n`;

/**
 * Writes events that describe requests, many in one write, because a write per request would cost
 * the bank more than formatting it. They are only counted while the client is behind, and where
 * they arrive faster than `perSecond` after the first thousand; a `missed` event then reports how
 * many were skipped.
 */
export const createEventWriter = (
  stream: Writable,
  perSecond = (waitingMax / batchMs) * 1_000,
): ((format: () => string) => void) => {
  let waiting: string[] = [];
  let missed = 0;
  let isPlanned = false;
  let allowed = waitingMax;
  let plannedAt = performance.now();
  const flush = (): void => {
    isPlanned = false;
    if (stream.destroyed || stream.writableNeedDrain) return;
    const batch = missed === 0 ? waiting : [formatMissed(missed), ...waiting];
    [waiting, missed] = [[], 0];
    stream.write(batch.join(""));
  };
  const planFlush = (): void => {
    isPlanned = true;
    setTimeout(flush, batchMs).unref();
    const now = performance.now();
    allowed = Math.min(waitingMax, allowed + ((now - plannedAt) * perSecond) / 1_000);
    plannedAt = now;
  };
  return (format) => {
    if (!isPlanned) planFlush();
    if (stream.writableNeedDrain || allowed < 1 || waiting.length >= waitingMax) {
      missed += 1;
      return;
    }
    allowed -= 1;
    waiting.push(format());
  };
};

const formatMissed = (requests: number): string =>
  formatEvent("missed", `{"requests":${requests}}`);
