import { type Parsed, parsed, unparsable } from "../parsed.ts";
import type { Brand } from "./brand.ts";

/** An address the PSU may be sent to after SCA, as the TPP wrote it. */
export type RedirectUri = Brand<"RedirectUri">;

export interface RedirectUriOptions {
  /** Whether plain http is taken when it leads to the PSU's own machine. */
  readonly loopbackHttp: boolean;
}

const bytesMax = 2048;
const visible = /^[\x21-\x7E]+$/;
const form = /^(https?):\/\/([^/?#]+)(?:[/?].*)?$/i;
const defaultPort = /:(?:443|80)?$/;
const loopbackHint = "; the sandbox takes http to 127.0.0.1 or localhost as well";

/**
 * Reads a redirect address. What a browser would read differently from what is written (blanks,
 * backslashes, missing slashes, a disguised host) is refused, not mended.
 */
export function parseRedirectUri(text: string, options: RedirectUriOptions): Parsed<RedirectUri> {
  if (text.length > bytesMax) return unparsable(`is longer than ${bytesMax} bytes`);
  if (!visible.test(text) || /["<>\\]/.test(text)) {
    return unparsable("holds a character that must be percent-encoded");
  }
  if (text.includes("#")) return unparsable("must not have a fragment");
  const hint = options.loopbackHttp ? loopbackHint : "";
  const [, , authority] = form.exec(text) ?? [];
  const url = authority === undefined ? null : URL.parse(text);
  if (authority === undefined || url === null) {
    return unparsable(`is not an https address, like https://tpp.example/callback${hint}`);
  }
  if (authority.includes("@")) return unparsable("must not carry a user name or password");
  if (!isHostAsWritten(authority, url)) {
    return unparsable("writes its host in a form that is read differently; write it plainly");
  }
  if (url.protocol === "https:") return parsed(text as RedirectUri);
  return options.loopbackHttp && isLoopback(url.hostname)
    ? parsed(text as RedirectUri)
    : unparsable(`must be an https address${hint}`);
}

function isHostAsWritten(authority: string, url: URL): boolean {
  const written = authority.toLowerCase();
  return written === url.host || written.replace(defaultPort, "") === url.host;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.[0-9]+){3}$/.test(hostname);
}
