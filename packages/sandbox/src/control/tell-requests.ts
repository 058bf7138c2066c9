import type { Writable } from "node:stream";

/** Writes one server-sent event. */
export const tell = (stream: Writable, event: string, data: object): boolean =>
  stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/**
 * Requests are told as they happen and kept for no one: while a reader does not keep up they are
 * only counted, and it is told how many it missed.
 */
export const requestTeller = (stream: Writable): ((exchange: object) => void) => {
  let missed = 0;
  return (exchange) => {
    if (stream.writableNeedDrain) {
      missed += 1;
      return;
    }
    if (missed > 0) tell(stream, "missed", { requests: missed });
    missed = 0;
    tell(stream, "request", exchange);
  };
};
