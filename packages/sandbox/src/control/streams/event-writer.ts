import type { Writable } from "node:stream";

const batchMs = 50;
/** Bounds what waits for the next batch. */
const waitingMax = 1_000;

/** Formats a server-sent event; `data` is JSON. */
export const formatEvent = (event: string, data: string): string =>
  `event: ${event}\ndata: ${data}\n\n`;

/**
 * Writes events that describe requests, many in one write, because a write per request would cost
 * the bank more than formatting it. While the client is behind they are only counted, and a
 * `missed` event then reports how many were skipped.
 */
export const createEventWriter = (stream: Writable): ((event: string) => void) => {
  let waiting: string[] = [];
  let missed = 0;
  const flush = (): void => {
    const batch = missed === 0 ? waiting : [formatMissed(missed), ...waiting];
    [waiting, missed] = [[], 0];
    if (!stream.destroyed) stream.write(batch.join(""));
  };
  return (event) => {
    if (stream.writableNeedDrain || waiting.length >= waitingMax) {
      missed += 1;
      return;
    }
    waiting.push(event);
    if (waiting.length === 1) setTimeout(flush, batchMs).unref();
  };
};

const formatMissed = (requests: number): string =>
  formatEvent("missed", `{"requests":${requests}}`);
