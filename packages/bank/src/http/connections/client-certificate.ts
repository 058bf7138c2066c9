import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { Invalid } from "@varde/protocol";
import { TrustedProxies } from "./trusted-proxies.ts";

/** Reads the certificate of a client of TLS, as base64 of its DER; "" if there is none. */
export type ReadClientCertificate = (request: IncomingMessage) => string | Invalid;

/**
 * Reads client certificates where they can be trusted: from the header Client-Cert of one of the
 * bank's own proxies, or from the TLS connection itself. The header of anybody else is ignored.
 */
export const clientCertificateReader = (
  trustedProxies: readonly string[],
): ReadClientCertificate => {
  const proxies = new TrustedProxies(trustedProxies);
  return ({ socket, headers, headersDistinct }) => {
    if (proxies.has(socket.remoteAddress ?? "")) {
      // Two values mean that the proxy did not replace the caller's header.
      const values = headersDistinct["client-cert"] ?? [];
      return values.length > 1
        ? new Invalid("is in a header that was sent twice")
        : parseClientCert(String(headers["client-cert"] ?? ""));
    }
    if (!(socket instanceof TLSSocket)) return "";
    return socket.getPeerX509Certificate()?.raw.toString("base64") ?? "";
  };
};

/** Parses the byte sequence of RFC 9440, or the escaped PEM that nginx can write. */
const parseClientCert = (value: string): string | Invalid => {
  const base64 = /^:([A-Za-z0-9+/=]+):$/.exec(value)?.[1];
  if (base64 !== undefined || value === "") return base64 ?? "";
  try {
    return decodeURIComponent(value).replace(/-----[A-Z ]+-----|\s/g, "");
  } catch {
    return new Invalid("is in a malformed header");
  }
};
