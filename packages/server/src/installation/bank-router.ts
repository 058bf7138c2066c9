import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { type Refusal, refuse } from "@varde/bank";
import { normaliseHost } from "../configuration/bank-claims.ts";

/** Refuses a request whose host is not one of a bank. It is not signed, so it names no bank. */
export const refuseMisdirected: Refusal = refuse({
  code: "BAD_REQUEST",
  status: 421,
  text: "This server has no bank for the host of the request.",
});

/** Refuses a request for a bank that is not open now. */
export const refuseUnavailable = (seconds: number): Refusal =>
  refuse(
    {
      code: "SYSTEM_ERROR",
      status: 503,
      text: "The bank is not available. Send the same request again later.",
    },
    { headers: { "retry-after": String(seconds) } },
  );

/** Finds the bank of a request by its host. */
export class BankRouter<Target extends object> {
  readonly #targets = new Map<string, Target>();

  /** Sets the hosts of a bank that is open, instead of those it had. */
  set(target: Target, hosts: readonly string[]): void {
    this.delete(target);
    for (const host of hosts) this.#targets.set(host, target);
  }

  /** Sets the hosts of a bank that is not open. It takes none from another bank. */
  setIfFree(target: Target, hosts: readonly string[]): void {
    this.delete(target);
    for (const host of hosts) if (!this.#targets.has(host)) this.#targets.set(host, target);
  }

  delete(target: Target): void {
    for (const [host, each] of this.#targets) if (each === target) this.#targets.delete(host);
  }

  /** Returns the hosts of a bank. */
  hostsOf(target: Target): readonly string[] {
    return [...this.#targets].filter(([, each]) => each === target).map(([host]) => host);
  }

  /** Returns the bank of a host as a caller wrote it, with a port for example. */
  findByHost(host: string): Target | undefined {
    const known = normaliseHost(host);
    return known === undefined ? undefined : this.#targets.get(known);
  }

  /**
   * Returns the bank that a request is for; undefined if it is for none. The host decides, on every
   * request: a connection may be shared by several. Headers that proxies add do not count. A client
   * that has asked for another bank's certificate is misdirected, unless it is a proxy of ours.
   */
  find(request: IncomingMessage, isForwarded: boolean): Target | undefined {
    const hosts = readHosts(request);
    const serverName = isForwarded ? undefined : readServerName(request);
    // HDR-03: Host may be omitted.
    if (hosts.length === 0) {
      return serverName === undefined ? undefined : this.findByHost(serverName);
    }
    const [target, ...others] = new Set(hosts.map((host) => this.findByHost(host)));
    if (target === undefined || others.length > 0) return undefined;
    return serverName === undefined || this.findByHost(serverName) === target ? target : undefined;
  }
}

/** Returns every host that a request names: in its target, if that is absolute, and in Host. */
const readHosts = ({ url = "", rawHeaders }: IncomingMessage): readonly string[] => {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    // A repeated header is not in `headers`, but a proxy may have read it.
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") {
      hosts.push(rawHeaders[at + 1] ?? "");
    }
  }
  if (!url.startsWith("/") && url !== "*") hosts.push(URL.parse(url)?.host ?? "");
  return hosts;
};

/** Returns the name that a client of TLS has asked for (SNI). */
const readServerName = ({ socket }: IncomingMessage): string | undefined =>
  socket instanceof TLSSocket && typeof socket.servername === "string" && socket.servername !== ""
    ? socket.servername
    : undefined;
