import { type Connection, openConnection } from "./open-connection.ts";

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

const connections = 64;
const roundMsMax = 45_000;

interface Tally {
  next: number;
  done: number;
  readonly latencies: Float64Array;
  readonly statuses: Record<string, number>;
  firstRefusal: string | undefined;
  lastBody: string | undefined;
}

/** Sends every request over 64 keep-alive connections, one at a time on each. */
export const sendBurst = async (
  ports: readonly number[],
  requests: readonly Buffer[],
): Promise<Measured> => {
  const tally: Tally = {
    next: 0,
    done: 0,
    latencies: new Float64Array(requests.length),
    statuses: {},
    firstRefusal: undefined,
    lastBody: undefined,
  };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error("The round took too long.")), roundMsMax);
  const start = performance.now();
  try {
    const size = Math.min(connections, requests.length);
    await Promise.all(
      Array.from({ length: size }, (_, at) =>
        drive(ports[at % ports.length] ?? 0, requests, tally, stop.signal),
      ),
    );
  } finally {
    clearTimeout(timer);
    stop.abort();
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

/** Sends requests over one connection, one after another, until none is left. */
const drive = (
  port: number,
  requests: readonly Buffer[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const sendNext = (connection: Connection) => {
      const request = requests[tally.next];
      if (request === undefined) {
        resolve();
        connection.close();
        return;
      }
      tally.next += 1;
      connection.send(request);
    };
    const opening = openConnection(port, {
      onResponse: (response, ms, connection) => {
        tally.latencies[tally.done] = ms;
        note(tally, response);
        sendNext(connection);
      },
      onLost: reject,
    });
    opening.then((connection) => {
      signal.addEventListener("abort", () => {
        reject(signal.reason);
        connection.close();
      });
      sendNext(connection);
    }, reject);
  });

const note = (tally: Tally, response: string): void => {
  const status = response.slice(9, 12);
  tally.done += 1;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (status.startsWith("2")) tally.lastBody = response;
  else tally.firstRefusal ??= response;
};
