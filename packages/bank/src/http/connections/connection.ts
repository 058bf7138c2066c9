import type { ServerResponse } from "node:http";
import { isIPv6, type Socket } from "node:net";
import type { HalfSentRequest } from "./half-sent-requests.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** An open connection, with the responses that are still due on it. */
export class Connection implements HalfSentRequest {
  /** After the TLS handshake, if there is one: the socket that requests are read from. */
  socket: Socket;
  /** The address of the peer, as `addressOrNetwork` returns it. */
  readonly address: string;
  /** Whether the peer is one of the bank's own proxies. */
  readonly isProxy: boolean;
  readonly due = new Set<ServerResponse>();
  siblings: HalfSentRequest["siblings"] = undefined;
  bodyBytes = 0;
  since = 0;
  #refusals = 0;
  #refusedSince = Number.NEGATIVE_INFINITY;

  constructor(socket: Socket, proxies: TrustedProxies) {
    const address = socket.remoteAddress ?? "";
    this.socket = socket;
    this.address = addressOrNetwork(address);
    this.isProxy = proxies.has(address);
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
