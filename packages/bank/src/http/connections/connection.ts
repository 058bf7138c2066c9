import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { HalfSentRequest } from "./half-sent-requests.ts";
import type { Holder } from "./held-bytes.ts";
import type { RequestGate } from "./request-gate.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** The parts of a socket's handle that the types of Node do not declare. */
interface Handle {
  /** With those that wait in the process. */
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/** An open connection, with the responses that are still due on it. */
export class Connection implements HalfSentRequest, Holder {
  /** After the TLS handshake, if there is one: the socket that requests are read from. */
  socket: Socket;
  /** The socket of the system, which has the bytes of TLS. */
  readonly #transport: Socket & { readonly _handle?: Handle | null };
  /** The address of the peer, as `addressOrNetwork` returns it. */
  readonly address: string;
  /** Whether the peer is one of the bank's own proxies. */
  readonly isProxy: boolean;
  readonly due = new Set<ServerResponse>();
  /** The last request that was parsed. */
  lastRequest: IncomingMessage | undefined;
  /** Undefined until requests can be read. */
  gate: RequestGate | undefined;
  /** Bytes of requests that were sent ahead. */
  bytesAhead = 0;
  #bytesTaken = -1;
  #sweepsUnmoved = 0;
  siblings: HalfSentRequest["siblings"] = undefined;
  bodyBytes = 0;
  since = 0;
  #refusals = 0;
  #refusedSince = Number.NEGATIVE_INFINITY;

  constructor(socket: Socket, proxies: TrustedProxies) {
    const address = socket.remoteAddress ?? "";
    this.socket = socket;
    this.#transport = socket;
    this.address = addressOrNetwork(address);
    this.isProxy = proxies.has(address);
  }

  /** Whether a request has arrived whole and its response has not been taken. */
  get isServing(): boolean {
    return this.due.size > 0 && this.lastRequest?.complete === true;
  }

  /** Whether it is closed after the response that is due. */
  get isEnding(): boolean {
    return [...this.due].some(({ shouldKeepAlive }) => !shouldKeepAlive);
  }

  /** Makes the response that is due the last one, and drops requests that were sent ahead. */
  endAfterResponse(): void {
    for (const response of this.due) response.shouldKeepAlive = false;
    this.gate?.continueSoon();
  }

  /** The bytes that wait in this process for the client. */
  get heldBytes(): number {
    return this.bytesAhead + this.socket.writableLength;
  }

  /** Returns at how many sweeps in a row the client had taken nothing of what waits for it. */
  countUnmoved(): number {
    const { _handle: handle } = this.#transport;
    // The system takes a large write in parts, of which the stream says nothing.
    const taken = handle ? handle.bytesWritten - handle.writeQueueSize : 0;
    const isUnmoved = this.socket.writableLength > 0 && taken === this.#bytesTaken;
    this.#sweepsUnmoved = isUnmoved ? this.#sweepsUnmoved + 1 : 0;
    this.#bytesTaken = taken;
    return this.#sweepsUnmoved;
  }

  /** Returns how many requests were refused within a second, with this one. */
  countRefusal(): number {
    const now = performance.now();
    if (now - this.#refusedSince > 1_000) {
      this.#refusedSince = now;
      this.#refusals = 0;
    }
    this.#refusals += 1;
    return this.#refusals;
  }

  abandon(): void {
    this.socket.destroy();
  }
}

/**
 * Returns an IPv4 address, or the network of 64 bits of an IPv6 address: whoever has one address of
 * such a network can use all of them.
 */
export const addressOrNetwork = (address: string): string => {
  if (!isIPv6(address)) return address;
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [before = [], after] = address.split("::").map(readGroups);
  const zeros = after === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...(after ?? [])];
  return `${groups.slice(0, 4).join(":")}::/64`;
};

const readGroups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
