import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { request as secureRequest, Agent as TlsAgent } from "node:https";
import type { ConnectionOptions } from "node:tls";
import type { HeaderLine, ReceivedResponse, SentRequest } from "./exchange.ts";

/** How long a request may take, and how large a response and all of them together may be. */
const timeoutMs = 30_000;
const responseBytesMax = 16 * 1024 * 1024;
const allBytesMax = 64 * 1024 * 1024;

/** Certificates of the TLS connection: the bank's authorities, and the TPP's own certificate. */
export type TlsOptions = Pick<ConnectionOptions, "ca" | "cert" | "key">;

/** Sends bytes to the bank over HTTP or HTTPS and reads what comes back. */
export interface Wire {
  send(request: SentRequest): Promise<ReceivedResponse>;
  close(): void;
}

/** Counts the bytes of all responses of a run: reports keep every one of them. */
export class ReceivedBytes {
  #sum = 0;

  /** Adds bytes of a response. Throws if the bank has sent too much. */
  add(bytes: number): void {
    this.#sum += bytes;
    if (this.#sum <= allBytesMax) return;
    throw new Error(`the responses of this run are larger than ${allBytesMax} bytes together`);
  }
}

/** Opens a wire to a bank. Connections are reused, 8 at most at a time. */
export const openWire = (
  address: URL,
  tls: TlsOptions = {},
  received = new ReceivedBytes(),
): Wire => {
  const isTls = address.protocol === "https:";
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, maxSockets: 8, ...tls })
    : new PlainAgent({ keepAlive: true, maxSockets: 8 });
  const { hostname, port } = address;
  const sendOn = (request: SentRequest, connection: object): Promise<ReceivedResponse> =>
    new Promise((resolve, reject) => {
      const { method, target, headers, body, hasHost = true } = request;
      const outgoing = (isTls ? secureRequest : plainRequest)({
        // URL writes an IPv6 host in brackets, which a connection does not take.
        host: hostname.replace(/^\[|\]$/g, ""),
        port,
        method,
        path: target,
        ...connection,
        signal: AbortSignal.timeout(timeoutMs),
        headers: writeHeaders(headers, hasHost ? address.host : undefined, body),
      });
      outgoing.on("response", (incoming) => readResponse(incoming, received).then(resolve, reject));
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // The bank may close an idle connection at the moment when a request is sent on it.
        if (!outgoing.reusedSocket || error.code !== "ECONNRESET") return reject(error);
        sendOn(request, { agent: false, ...tls }).then(resolve, reject);
      });
      outgoing.end(body);
    });
  const send = (request: SentRequest) => sendOn(request, { agent });
  return { send, close: () => agent.destroy() };
};

/** Writes the headers flat, so that a name may occur twice, with those of HTTP itself. */
const writeHeaders = (
  headers: readonly HeaderLine[],
  host: string | undefined,
  body: string | undefined,
): readonly string[] => [
  ...(host === undefined ? [] : ["Host", host]),
  ...headers.flat(),
  ...(body === undefined ? [] : ["Content-Length", String(Buffer.byteLength(body))]),
];

const readResponse = async (
  incoming: IncomingMessage,
  received: ReceivedBytes,
): Promise<ReceivedResponse> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    received.add(chunk.length);
    if (bytes > responseBytesMax) {
      throw new Error(`the response is larger than ${responseBytesMax} bytes`);
    }
    chunks.push(chunk);
  }
  const { rawHeaders } = incoming;
  const headers = rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  const body = Buffer.concat(chunks).toString("utf8");
  return { status: incoming.statusCode ?? 0, headers, body };
};
