import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from "node:http";
import { Agent as HttpsAgent, request as requestTls } from "node:https";
import { responseBytesMax } from "../constants.ts";
import type { NetworkFault } from "../tpp-error.ts";

export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface IncomingResponse {
  readonly status: number;
  readonly body: Buffer;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Sends a request once and receives its response. */
export interface Transport {
  exchange(sent: OutgoingRequest): Promise<IncomingResponse>;
  close(): void;
}

/** The reason why an attempt got no response. */
export class TransportFault extends Error {
  readonly fault: NetworkFault;
  readonly mayHaveArrived: boolean;

  constructor(fault: NetworkFault, mayHaveArrived: boolean, cause: Error) {
    super(cause.message, { cause });
    this.fault = fault;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** TLS options: authorities other than the public ones, and the client certificate. */
export interface TransportTrust {
  readonly ca?: string | readonly string[];
  readonly certificate?: string;
  readonly key?: string;
}

/**
 * How long an idle connection is kept. Node follows a shorter limit of the server only if the agent
 * has one of its own; else it may send a request on a connection that is just being closed.
 */
const idleMsMax = 60_000;

export const openTransport = (origin: URL, trust: TransportTrust): Transport => {
  const isTls = origin.protocol === "https:";
  const agent = isTls
    ? new HttpsAgent({
        keepAlive: true,
        timeout: idleMsMax,
        minVersion: "TLSv1.2",
        ...(trust.ca !== undefined && { ca: [trust.ca].flat() }),
        ...(trust.certificate !== undefined && { cert: trust.certificate }),
        ...(trust.key !== undefined && { key: trust.key }),
      })
    : new HttpAgent({ keepAlive: true, timeout: idleMsMax });
  const open = (sent: OutgoingRequest): ClientRequest =>
    (isTls ? requestTls : request)({
      agent,
      hostname: origin.hostname.replace(/^\[|\]$/g, ""),
      port: origin.port,
      method: sent.method,
      path: sent.target,
      headers: sent.headers,
    });
  return {
    exchange: (sent) => exchange(sent, open, isTls ? "secureConnect" : "connect"),
    close: () => agent.destroy(),
  };
};

const exchange = (
  sent: OutgoingRequest,
  open: (sent: OutgoingRequest) => ClientRequest,
  connected: string,
): Promise<IncomingResponse> =>
  new Promise((resolve, reject) => {
    sent.signal?.throwIfAborted();
    const outgoing = open(sent);
    let arrived = false;
    let fault: NetworkFault | undefined;
    const timer = setTimeout(() => {
      fault = "timeout";
      outgoing.destroy(new Error(`no response within ${sent.timeoutMs} ms`));
    }, sent.timeoutMs);
    const abort = () => outgoing.destroy();
    sent.signal?.addEventListener("abort", abort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      sent.signal?.removeEventListener("abort", abort);
    };
    const fail = (error: Error) => {
      settle();
      const isAborted = fault === undefined && sent.signal?.aborted;
      const named = fault ?? classifyFault(error, arrived);
      reject(isAborted ? sent.signal?.reason : new TransportFault(named, arrived, error));
    };
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) arrived = true;
      else socket.once(connected, () => (arrived = true));
    });
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      collect(incoming).then((response) => {
        settle();
        resolve(response);
      }, fail);
    });
    outgoing.end(sent.body);
  });

const collect = async (incoming: IncomingMessage): Promise<IncomingResponse> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > responseBytesMax)
      throw new RangeError(`the response is larger than ${responseBytesMax} bytes`);
    chunks.push(chunk);
  }
  return {
    status: incoming.statusCode ?? 0,
    body: Buffer.concat(chunks),
    header: (name) => {
      const value = incoming.headers[name];
      return typeof value === "string" ? value : undefined;
    },
  };
};

const tlsCodes = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_)/;

const classifyFault = (error: Error, arrived: boolean): NetworkFault => {
  const code = "code" in error ? String(error.code) : "";
  if (tlsCodes.test(code)) return "tls";
  if (error instanceof RangeError) return "too-large";
  return arrived ? "connection-lost" : "unreachable";
};
