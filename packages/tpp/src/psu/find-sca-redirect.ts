import { RefusedError } from "../tpp-error.ts";

const depthMax = 6;

/**
 * Finds the address to redirect the PSU to, in a response or an error (SCA-02). Addresses that are
 * not http or https are ignored, because a browser must never be redirected to them.
 *
 * @example
 * const started = await client.payments.authorise(payment, psu);
 * const address = findScaRedirect(started);
 * if (address !== undefined) response.redirect(address);
 */
export const findScaRedirect = (response: unknown): string | undefined =>
  response instanceof RefusedError ? response.scaRedirect : search(response, depthMax);

const search = (value: unknown, depth: number): string | undefined => {
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  const own = "_links" in value ? redirectAmong(value._links) : undefined;
  if (own !== undefined) return own;
  for (const inner of Object.values(value)) {
    const found = search(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

const redirectAmong = (links: unknown): string | undefined => {
  if (typeof links !== "object" || links === null || !("scaRedirect" in links)) return undefined;
  const link = links.scaRedirect;
  const href = typeof link === "object" && link !== null && "href" in link ? link.href : link;
  if (typeof href !== "string") return undefined;
  const url = URL.parse(href);
  return url?.protocol === "https:" || url?.protocol === "http:" ? href : undefined;
};
