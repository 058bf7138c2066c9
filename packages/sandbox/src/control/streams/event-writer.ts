import type { Writable } from "node:stream";

const batchMs = 50;

/** Bounds what is formatted. */
interface EventLimits {
  /** How many may arrive at once, and wait for the next batch. */
  readonly atOnce: number;
  readonly perSecond: number;
}

/** All that fit into batches. */
const defaultLimits: EventLimits = { atOnce: 1_000, perSecond: 20_000 };

/** Formats a server-sent event; `data` is JSON. */
export const formatEvent = (event: string, data: string): string =>
  `event: ${event}\ndata: ${data}\n\n`;

/**
 * Writes events that describe requests, many in one write, because a write per request would cost
 * the bank more than formatting it. While the client is behind, or if more arrive than the limits
 * allow, only the latest is written, and a `missed` event reports how many were skipped.
 */
export const createEventWriter = (
  stream: Writable,
  { atOnce, perSecond } = defaultLimits,
): ((format: () => string) => void) => {
  let waiting: string[] = [];
  let missed = 0;
  let latestMissed: (() => string) | undefined;
  let isPlanned = false;
  let allowed = atOnce;
  let plannedAt = performance.now();
  const flush = (): void => {
    isPlanned = false;
    if (stream.destroyed || stream.writableNeedDrain) return;
    if (latestMissed !== undefined) {
      waiting.push(latestMissed());
      latestMissed = undefined;
      missed -= 1;
    }
    const batch = missed === 0 ? waiting : [formatMissed(missed), ...waiting];
    [waiting, missed] = [[], 0];
    stream.write(batch.join(""));
  };
  const planFlush = (): void => {
    isPlanned = true;
    setTimeout(flush, batchMs).unref();
    const now = performance.now();
    allowed = Math.min(atOnce, allowed + ((now - plannedAt) * perSecond) / 1_000);
    plannedAt = now;
  };
  return (format) => {
    if (!isPlanned) planFlush();
    if (stream.writableNeedDrain || allowed < 1 || waiting.length >= atOnce) {
      missed += 1;
      latestMissed = format;
      return;
    }
    latestMissed = undefined;
    allowed -= 1;
    waiting.push(format());
  };
};

const formatMissed = (requests: number): string =>
  formatEvent("missed", `{"requests":${requests}}`);
