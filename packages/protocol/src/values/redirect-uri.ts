import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Brand } from "./brand.ts";

/** An address to which the PSU may be redirected after SCA, exactly as the TPP wrote it. */
export type RedirectUri = Brand<"RedirectUri">;

export interface RedirectUriOptions {
  /** Whether plain http to the PSU's own machine is accepted. */
  readonly loopbackHttp: boolean;
}

const visible = /^[\x21-\x7E]+$/;
const form = /^(https?):\/\/([^/?#]+)(?:[/?].*)?$/i;
const defaultPort = /:(?:443|80)?$/;
const loopbackHint = "; the sandbox also accepts http to 127.0.0.1 or localhost";

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
  const [, , authority] = form.exec(text) ?? [];
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
