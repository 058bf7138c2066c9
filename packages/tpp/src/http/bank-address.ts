import { TppError } from "../tpp-error.ts";

/** The address of a bank's interface; builds request targets and resolves links. */
export interface BankAddress {
  readonly origin: URL;
  /** Returns the target of a path that starts with /v1. */
  buildTarget(path: string, query?: Readonly<Record<string, QueryValue | undefined>>): string;
  /** Returns the target of a link in the response to `from`. */
  resolveLink(href: string, from: string): string;
}

/** A value of a query parameter, sent as text. */
export type QueryValue = string | number | boolean;

/**
 * Parses the address of a bank. Banks serve the interface under a prefix but write links relative
 * to /v1, so the prefix is added to links that lack it. A link to another host is refused, because
 * requests contain the PSU's id and the TPP's signature.
 */
export const parseBankAddress = (baseUrl: string, pathPrefix = ""): BankAddress => {
  const base = URL.parse(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(`The bank's baseUrl is not an http or https address: ${baseUrl}`);
  }
  const prefix = `${base.pathname}/${pathPrefix}`.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  return {
    origin: base,
    buildTarget: (path, query = {}) => `${prefix}${path}${formatQuery(query)}`,
    resolveLink: (href, from) => {
      const url = URL.parse(href, new URL(from, base.origin));
      if (url === null || url.origin !== base.origin) {
        throw new TppError(`The bank's link ${href} leads to another host than ${base.origin}`);
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

/** Replaces the names in braces in the path of an operation. */
export const fillPath = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    // A segment of dots would be resolved to the path of another operation.
    if (!value || /^\.{1,2}$/.test(value)) throw new TypeError(`${name} is not an id: "${value}"`);
    return encodeURIComponent(value);
  });
