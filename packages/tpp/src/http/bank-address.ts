import { TppError } from "../tpp-error.ts";

/** Where a bank's interface is, and what its links mean from there. */
export interface BankAddress {
  readonly origin: URL;
  /** The target of a path that starts at /v1. */
  targetOf(path: string, query?: Readonly<Record<string, QueryValue | undefined>>): string;
  /** The target of a link found in an answer to `from`. */
  targetOfLink(href: string, from: string): string;
}

export type QueryValue = string | number | boolean;

/**
 * Banks serve the interface under a prefix of their own and write links relative to /v1, so a link
 * is put under the prefix unless it already is. A link to another host is refused: requests carry
 * the PSU's id and the TPP's signature.
 */
export const parseBankAddress = (baseUrl: string, pathPrefix = ""): BankAddress => {
  const base = URL.parse(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(`The bank's baseUrl is no http or https address: ${baseUrl}`);
  }
  const prefix = `${base.pathname}/${pathPrefix}`.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return {
    origin: base,
    targetOf: (path, query = {}) => `${prefix}${path}${formatQuery(query)}`,
    targetOfLink: (href, from) => {
      const url = URL.parse(href, new URL(from, base.origin));
      if (url === null || url.origin !== base.origin) {
        throw new TppError(`The bank's link ${href} leaves ${base.origin}`);
      }
      const target = `${url.pathname}${url.search}`;
      return target.startsWith("/v1/") ? `${prefix}${target}` : target;
    },
  };
};

const formatQuery = (query: Readonly<Record<string, QueryValue | undefined>>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
};

/** Fills the names in braces of an operation's path. */
export const fillPath = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    // A path of dots would be resolved to another operation's on the way.
    if (!value || /^\.{1,2}$/.test(value)) throw new TypeError(`${name} is no id: "${value}"`);
    return encodeURIComponent(value);
  });
