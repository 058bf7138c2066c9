import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
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
 * @example
 * const { redirectUri, browserSecret } = bindCallback("https://tpp.example/callback");
 * response.setHeader("Set-Cookie", `sca=${browserSecret}; HttpOnly; Secure; SameSite=Lax; Path=/`);
 * const psu = client.psu({ redirectUri, ipAddress: "192.0.2.7" });
 */
export const bindCallback = (redirectUri: string): BoundCallback => {
  const browserSecret = randomBytes(32).toString("base64url");
  const address = new URL(redirectUri);
  address.searchParams.set(parameter, hash(browserSecret));
  return { redirectUri: address.href, browserSecret };
};

/**
 * Throws if the PSU returned in another browser than the one that started the SCA. Call it before
 * `psu.remember`.
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

const hash = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
