import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type Argument,
  address as anyAddress,
  checkArguments,
  optional,
  text,
  webAddress,
} from "../check-arguments.ts";
import { CallbackError } from "../tpp-error.ts";

/** A redirect address for one SCA, and the secret of the browser that starts it. */
export interface BoundCallback {
  /** Pass it to `client.psu`. It carries a hash of the secret. */
  readonly redirectUri: string;
  /** Store it in the browser, in a cookie with HttpOnly, Secure and SameSite=Lax. */
  readonly browserSecret: string;
}

const parameter = "browser";

/**
 * Binds a redirect address to the browser that starts an SCA. Without it, an attacker could start
 * an SCA, complete it as themselves, and lead another person's browser to the callback address.
 *
 * @param redirectUri - the TPP's absolute address; its query is kept.
 * @throws TypeError if it is not an absolute address.
 *
 * @example
 * const { redirectUri, browserSecret } = bindCallback("https://tpp.example/callback");
 * response.setHeader("Set-Cookie", `sca=${browserSecret}; HttpOnly; Secure; SameSite=Lax; Path=/`);
 * const psu = client.psu({ redirectUri, ipAddress: "192.0.2.7" });
 */
export const bindCallback = (redirectUri: string): BoundCallback => {
  checkArguments("bindCallback", [redirectUri], [["redirectUri", webAddress]]);
  const browserSecret = randomBytes(32).toString("base64url");
  const address = new URL(redirectUri);
  address.searchParams.set(parameter, hash(browserSecret));
  return { redirectUri: address.href, browserSecret };
};

/**
 * Throws if the PSU returned in another browser than the one that started the SCA. Call it before
 * `psu.remember`.
 *
 * @param address - the address to which the PSU returned, with or without its origin.
 * @param browserSecret - the secret from the cookie; undefined if the browser has none.
 *
 * @example
 * checkCallbackBrowser(request.url, readCookie(request, "sca"));
 *
 * @throws CallbackError if the address is not bound to this secret.
 */
export const checkCallbackBrowser = (
  address: string | URL,
  browserSecret: string | undefined,
): void => {
  checkArguments("checkCallbackBrowser", [address, browserSecret], callbackArguments);
  const bound = URL.parse(address, "http://callback.invalid")?.searchParams.getAll(parameter);
  const [given = "", ...more] = bound ?? [];
  const expected = Buffer.from(hash(browserSecret ?? ""));
  const actual = Buffer.from(given);
  const isBound =
    Boolean(browserSecret) &&
    more.length === 0 &&
    actual.length === expected.length &&
    timingSafeEqual(actual, expected);
  if (!isBound) {
    throw new CallbackError("The callback address belongs to an SCA of another browser");
  }
};

const callbackArguments: readonly Argument[] = [
  ["address", anyAddress],
  ["browserSecret", optional(text)],
];

const hash = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
