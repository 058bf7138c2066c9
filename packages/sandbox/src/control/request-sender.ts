import type { Writable } from "node:stream";

/** Writes one server-sent event. */
export const sendEvent = (stream: Writable, event: string, data: object): boolean =>
  stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Sends requests as they happen, without a queue: while the client is behind they are only counted,
 * and a `missed` event then reports how many were skipped.
 */
export const requestSender = (stream: Writable): ((exchange: object) => void) => {
  let missed = 0;
  return (exchange) => {
    if (stream.writableNeedDrain) {
      missed += 1;
      return;
    }
    if (missed > 0) sendEvent(stream, "missed", { requests: missed });
    missed = 0;
    sendEvent(stream, "request", exchange);
  };
};
