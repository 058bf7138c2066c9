import { BlockList, isIP } from "node:net";

/** The bank's own proxies: only what these say about a caller is believed. */
export class TrustedProxies {
  readonly #proxies = new BlockList();
  readonly #hasAny: boolean;

  constructor(addresses: readonly string[]) {
    this.#hasAny = addresses.length > 0;
    for (const entry of addresses) {
      const [address = "", bits] = entry.split("/");
      if (bits === undefined) this.#proxies.addAddress(address, family(address));
      else this.#proxies.addSubnet(address, Number(bits), family(address));
    }
  }

  has(address: string): boolean {
    return this.#hasAny && isIP(address) !== 0 && this.#proxies.check(address, family(address));
  }

  /**
   * Returns the address of the caller that a proxy forwards: the last one in X-Forwarded-For that
   * is not a proxy itself. The caller may have written those before it. If there is none, the proxy
   * counts as the caller.
   */
  findCaller(proxy: string, forwardedFor: string): string {
    for (let end = forwardedFor.length; end > 0; ) {
      const start = forwardedFor.lastIndexOf(",", end - 1) + 1;
      const address = withoutPort(forwardedFor.slice(start, end).trim());
      if (isIP(address) === 0) return proxy;
      if (!this.has(address)) return address;
      end = start - 1;
    }
    return proxy;
  }
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Some proxies write the port of the caller too: 192.0.2.1:4711, [2001:db8::1]:4711. */
const withoutPort = (hop: string): string => {
  if (hop.startsWith("[")) return hop.slice(1, hop.indexOf("]"));
  const colon = hop.indexOf(":");
  return colon === hop.lastIndexOf(":") && colon > 0 ? hop.slice(0, colon) : hop;
};
