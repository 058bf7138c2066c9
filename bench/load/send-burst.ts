import { connect, type Socket } from "node:net";

export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The first answer that was no success, whole. */
  readonly firstRefusal: string | undefined;
  /** The body of the last success. */
  readonly lastBody: string | undefined;
}

const connections = 64;
const roundMsMax = 45_000;
const readBytes = 64 * 1024;

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

/** One connection: the next request goes out when the last one is answered, until none is left. */
const drive = (
  port: number,
  requests: readonly Buffer[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let sentAt = 0;
    let answer = "";
    const sendNext = (socket: Socket) => {
      const request = requests[tally.next];
      if (request === undefined) {
        resolve();
        socket.destroy();
        return;
      }
      tally.next += 1;
      sentAt = performance.now();
      socket.write(request);
    };
    const received = (size: number, bytes: Buffer) => {
      answer += bytes.toString("latin1", 0, size);
      const length = lengthOf(answer);
      if (length === undefined || answer.length < length) return true;
      tally.latencies[tally.done] = performance.now() - sentAt;
      note(tally, answer);
      answer = "";
      sendNext(socket);
      return true;
    };
    const buffer = Buffer.allocUnsafe(readBytes);
    const onread = { buffer, callback: (size: number) => received(size, buffer) };
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    socket.on("connect", () => sendNext(socket));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a connection.")));
    signal.addEventListener("abort", () => {
      reject(signal.reason);
      socket.destroy();
    });
  });

/** The length of the whole answer, once its head is there. */
const lengthOf = (answer: string): number | undefined => {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer)?.[1];
  return head + 4 + Number(length ?? 0);
};

const note = (tally: Tally, answer: string): void => {
  const status = answer.slice(9, 12);
  tally.done += 1;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (status.startsWith("2")) tally.lastBody = answer;
  else tally.firstRefusal ??= answer;
};
