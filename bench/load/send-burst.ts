import { setTimeout as after } from "node:timers/promises";
import { type Connection, type ConnectionEvents, openConnection } from "./open-connection.ts";

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The first response that was not a success, complete. */
  readonly firstRefusal: string | undefined;
  /** The body of the last success. */
  readonly lastBody: string | undefined;
}

/** As many as a busy TPP has. */
const connectionsDefault = 64;
const roundMsMax = 45_000;
const acceptMs = 50;

interface Tally {
  next: number;
  done: number;
  readonly latencies: Float64Array;
  readonly statuses: Record<string, number>;
  firstRefusal: string | undefined;
  lastBody: string | undefined;
}

/** Sends every request over keep-alive connections, one at a time on each. */
export const sendBurst = async (
  ports: readonly number[],
  requests: readonly Buffer[],
  connections = connectionsDefault,
): Promise<Measured> => {
  const tally: Tally = {
    next: 0,
    done: 0,
    latencies: new Float64Array(requests.length),
    statuses: {},
    firstRefusal: undefined,
    lastBody: undefined,
  };
  const size = Math.min(connections, requests.length);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const sendNext = (connection: Connection) => {
    const request = requests[tally.next];
    if (request === undefined) return;
    tally.next += 1;
    connection.send(request);
  };
  const open = await openAll(ports, size, {
    onResponse: (response, ms, connection) => {
      tally.latencies[tally.done] = ms;
      note(tally, response);
      if (tally.done === requests.length) resolve();
      else sendNext(connection);
    },
    onLost: reject,
  });
  const timer = setTimeout(() => reject(new Error("The round took too long.")), roundMsMax);
  const start = performance.now();
  try {
    for (const connection of open) sendNext(connection);
    await ended;
  } finally {
    clearTimeout(timer);
    for (const connection of open) connection.close();
  }
  const seconds = (performance.now() - start) / 1_000;
  const latencies = tally.latencies.toSorted();
  return {
    requestsPerSecond: tally.done / seconds,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    statuses: tally.statuses,
    firstRefusal: tally.firstRefusal,
    lastBody: tally.lastBody,
  };
};

/** More would not fit into the queue of a listening socket. */
const openedAtOnce = 64;

/**
 * Opens the connections, and gives the server time to accept them: it accepts one in each turn of
 * its event loop, so that under load the last ones would wait for most of a round.
 */
const openAll = async (
  ports: readonly number[],
  size: number,
  events: ConnectionEvents,
): Promise<readonly Connection[]> => {
  const open: Connection[] = [];
  while (open.length < size) {
    const opening = Array.from({ length: Math.min(openedAtOnce, size - open.length) }, (_, at) =>
      openConnection(ports[at % ports.length] ?? 0, events),
    );
    open.push(...(await Promise.all(opening)));
  }
  await after(acceptMs);
  return open;
};

const note = (tally: Tally, response: string): void => {
  const status = response.slice(9, 12);
  tally.done += 1;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (status.startsWith("2")) tally.lastBody = response;
  else tally.firstRefusal ??= response;
};
