import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from "node:http";
import { Agent as HttpsAgent, request as requestTls } from "node:https";
import { answerBytesMax } from "../constants.ts";
import type { NetworkFault } from "../tpp-error.ts";

export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Carries one request to the bank and its answer back, once. */
export interface Transport {
  exchange(sent: OutgoingRequest): Promise<IncomingAnswer>;
  close(): void;
}

/** Why one attempt brought no answer. */
export class TransportFault extends Error {
  readonly fault: NetworkFault;
  readonly mayHaveArrived: boolean;

  constructor(fault: NetworkFault, mayHaveArrived: boolean, cause: Error) {
    super(cause.message, { cause });
    this.fault = fault;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** What TLS needs to know beyond the public authorities. */
export interface TransportTrust {
  readonly ca?: string | readonly string[];
  readonly certificate?: string;
  readonly key?: string;
}

export const openTransport = (origin: URL, trust: TransportTrust): Transport => {
  const isTls = origin.protocol === "https:";
  const agent = isTls
    ? new HttpsAgent({
        keepAlive: true,
        minVersion: "TLSv1.2",
        ...(trust.ca !== undefined && { ca: [trust.ca].flat() }),
        ...(trust.certificate !== undefined && { cert: trust.certificate }),
        ...(trust.key !== undefined && { key: trust.key }),
      })
    : new HttpAgent({ keepAlive: true });
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
): Promise<IncomingAnswer> =>
  new Promise((resolve, reject) => {
    sent.signal?.throwIfAborted();
    const outgoing = open(sent);
    let arrived = false;
    let fault: NetworkFault | undefined;
    const timer = setTimeout(() => {
      fault = "timeout";
      outgoing.destroy(new Error(`no answer within ${sent.timeoutMs} ms`));
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
      const named = fault ?? faultOf(error, arrived);
      reject(isAborted ? sent.signal?.reason : new TransportFault(named, arrived, error));
    };
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) arrived = true;
      else socket.once(connected, () => (arrived = true));
    });
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      collect(incoming).then((answer) => {
        settle();
        resolve(answer);
      }, fail);
    });
    outgoing.end(sent.body);
  });

const collect = async (incoming: IncomingMessage): Promise<IncomingAnswer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new RangeError(`an answer of over ${answerBytesMax} bytes`);
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

const faultOf = (error: Error, arrived: boolean): NetworkFault => {
  const code = "code" in error ? String(error.code) : "";
  if (tlsCodes.test(code)) return "tls";
  if (error instanceof RangeError) return "too-large";
  return arrived ? "connection-lost" : "unreachable";
};
