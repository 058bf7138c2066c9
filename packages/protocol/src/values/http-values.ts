import { isIP } from "node:net";
import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Brand } from "./brand.ts";

/** Parses the boolean value of a header or query parameter, in any letter case. */
export function parseHttpBoolean(text: string): boolean | Invalid {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return new Invalid("must be true or false");
}

export type IpAddress = Brand<"IpAddress">;

/** Parses one IPv4 or IPv6 address without port or zone. */
export function parseIpAddress(text: string): IpAddress | Invalid {
  if (text.includes(",")) return new Invalid("is a list; give only the address of the PSU");
  return isIP(text) !== 0 && !text.includes("%")
    ? (text as IpAddress)
    : new Invalid("is not an IP address; give one like 192.0.2.17 or 2001:db8::17");
}

export type Uuid = Brand<"Uuid">;

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Parses a UUID of any version in either letter case and returns it in lower case. */
export function parseUuid(text: string): Uuid | Invalid {
  const lower = text.toLowerCase();
  return uuidForm.test(lower)
    ? (lower as Uuid)
    : new Invalid("is not a UUID like 0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10");
}

/** An address to which the PSU may be redirected after SCA, exactly as the TPP wrote it. */
export type RedirectUri = Brand<"RedirectUri">;

export interface RedirectUriOptions {
  /** Whether plain http to the PSU's own machine is accepted. */
  readonly loopbackHttp: boolean;
}

const visible = /^[\x21-\x7E]+$/;
const uriForm = /^(https?):\/\/([^/?#]+)(?:[/?].*)?$/i;
const defaultPort = /:(?:443|80)?$/;
const loopbackHint = "; this bank also accepts http to 127.0.0.1 or localhost";

/**
 * Parses a redirect address. An address that a browser would interpret differently from how it is
 * written (spaces, backslashes, missing slashes, a disguised host) is refused, not corrected.
 */
export function parseRedirectUri(text: string, options: RedirectUriOptions): RedirectUri | Invalid {
  if (text.length > limits.redirectUriBytesMax) {
    return new Invalid(`is longer than ${limits.redirectUriBytesMax} bytes`);
  }
  if (!visible.test(text) || /["<>\\]/.test(text)) {
    return new Invalid("contains a character that must be percent-encoded");
  }
  if (text.includes("#")) return new Invalid("must not have a fragment");
  const hint = options.loopbackHttp ? loopbackHint : "";
  const [, , authority] = uriForm.exec(text) ?? [];
  const url = authority === undefined ? null : URL.parse(text);
  if (authority === undefined || url === null) {
    return new Invalid(`is not an https address, like https://tpp.example/callback${hint}`);
  }
  if (authority.includes("@")) return new Invalid("must not contain a user name or password");
  if (!isHostAsWritten(authority, url)) {
    return new Invalid("has a host that browsers rewrite; write it in its canonical form");
  }
  if (url.protocol === "https:") return text as RedirectUri;
  return options.loopbackHttp && isLoopback(url.hostname)
    ? (text as RedirectUri)
    : new Invalid(`must be an https address${hint}`);
}

function isHostAsWritten(authority: string, url: URL): boolean {
  const written = authority.toLowerCase();
  return written === url.host || written.replace(defaultPort, "") === url.host;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.[0-9]+){3}$/.test(hostname);
}

/** The id that a TPP gives to one of its requests. */
export type RequestId = Brand<"RequestId">;

const { requestIdCharactersMax } = limits;

/** Parses a request id: 1 to 128 visible ASCII characters, for example a UUID. */
export function parseRequestId(text: string): RequestId | Invalid {
  return isRequestId(text)
    ? text
    : new Invalid(
        `must be 1 to ${requestIdCharactersMax} visible ASCII characters, for example a UUID`,
      );
}

/** Returns whether a text has the form of a request id. */
export function isRequestId(text: string): text is RequestId {
  return text.length <= requestIdCharactersMax && visible.test(text);
}
