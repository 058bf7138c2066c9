import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { callbackPath } from "../../sca/begin-proof.ts";
import { hashSecret } from "../../sca/start/start-sca.ts";
import { bindCookie, dropCookie, readCookie } from "./pages.ts";

/** The link that a browser has opened, and its cookie, which an SCA can be bound to. */
export interface BrowserLink {
  readonly secret: string;
  readonly cookie: string;
}

/** The link that a browser was sent away from. */
interface CallbackLink extends BrowserLink {
  readonly locale: string;
  /** Whether it was sent away with the state that it came back with. */
  readonly isBegunHere: boolean;
}

const cookieName = "varde-sca";

/** Returns the cookie of this SCA's pages, unless it cannot be one that the bank has set. */
export const readBrowserCookie = (request: FastifyRequest): string | undefined => {
  const value = readCookie(request, cookieName);
  return value !== undefined && /^[\w-]{16,64}$/.test(value) ? value : undefined;
};

/** Gives a browser a cookie for the pages of one SCA. Nothing is stored until it sends a form. */
export const bindToBrowser = (
  reply: FastifyReply,
  cookie: string,
  path: string,
  bank: Bank,
): void => bindCookie(reply, cookieName, cookie, path, bank);

/** Returns the name of the cookie that binds a callback; a browser can have several SCAs open. */
const callbackCookie = (state: string): string =>
  `varde-callback-${hashSecret(state).slice(0, 12)}`;

/** Binds the callback of a redirect to this browser, and leads it back to the link. */
export const bindCallback = (
  reply: FastifyReply,
  state: string,
  { secret, cookie, locale }: Omit<CallbackLink, "isBegunHere">,
  bank: Bank,
): void =>
  bindCookie(reply, callbackCookie(state), `${secret}.${cookie}.${locale}`, callbackPath, bank);

export const dropCallback = (reply: FastifyReply, state: string): void =>
  dropCookie(reply, callbackCookie(state), callbackPath);

/**
 * Returns the link that this browser was sent away from with the state. If the state is wrong, it
 * is the link of another redirect of this browser, so that the PSU can be sent back to a TPP.
 */
export const readCallbackLink = (
  request: FastifyRequest,
  state: string,
): CallbackLink | undefined => {
  const own = readCookie(request, callbackCookie(state));
  const value =
    own ?? /(?:^|;\s*)varde-callback-[\w-]+=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
  const [secret, cookie, locale = "nb"] = value?.split(".") ?? [];
  if (secret === undefined || cookie === undefined) return undefined;
  return { secret, cookie, locale, isBegunHere: own !== undefined };
};
