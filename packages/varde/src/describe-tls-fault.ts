import tls from "node:tls";

/** Why https with a bank does not work, in one sentence, and what to do about it. */
export interface TlsFault {
  readonly fault: string;
  readonly message: string;
  readonly remedy: string;
}

/** The facts of a certificate that a server shows in a TLS handshake. */
interface Shown {
  readonly issuer: string;
  readonly names: string;
  readonly validFrom: string;
  readonly validTo: string;
}

const handshakeMsMax = 3_000;

type Describe = (url: URL, shown: Shown | undefined) => TlsFault;

const unknownIssuer: Describe = ({ origin }, shown) => ({
  fault: "unknown-issuer",
  message:
    `The certificate of ${origin} was issued by ${shown?.issuer ?? "an authority"}, which is not ` +
    "trusted",
  remedy:
    "If it is the right bank, give the certificate of that issuer with --ca FILE. A sandbox has " +
    "it in its data folder: certificate-authority/root.pem.",
});

const wrongHost: Describe = ({ origin, hostname }, shown) => ({
  fault: "wrong-host",
  message:
    `The certificate of ${origin} is for ${shown?.names ?? "another host"}, ` +
    `not for ${hostname}`,
  remedy: "Give the bank's address with one of these names, with --bank or VARDE_BANK.",
});

const expired: Describe = ({ origin }, shown) => ({
  fault: "expired",
  message: `The certificate of ${origin} expired on ${shown?.validTo ?? "an earlier day"}`,
  remedy:
    "A sandbox makes a new one when it is started again. Check the clock of this machine too: " +
    `it says ${new Date().toISOString()}.`,
});

const notYetValid: Describe = ({ origin }, shown) => ({
  fault: "not-yet-valid",
  message: `The certificate of ${origin} is valid from ${shown?.validFrom ?? "a later day"}`,
  remedy: `Check the clock of this machine: it says ${new Date().toISOString()}.`,
});

const plainPort: Describe = (url) => ({
  fault: "plain-http",
  message: `${url.host} speaks plain http, not https`,
  remedy: `Use --bank ${changeScheme(url, "http:")}`,
});

const tlsPort: Describe = (url) => ({
  fault: "https-port",
  message: `${url.host} speaks https, not plain http`,
  remedy: `Use --bank ${changeScheme(url, "https:")}`,
});

const changeScheme = (url: URL, scheme: string): string =>
  url.href.replace(/^https?:/, scheme).replace(/\/$/, "");

/** The fault that each error code of Node and OpenSSL means. */
const byCode: Readonly<Record<string, Describe>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
  CERT_SIGNATURE_FAILURE: unknownIssuer,
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: notYetValid,
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
  ERR_SSL_HTTP_REQUEST: plainPort,
};

const anyTlsCode = /^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_|INVALID_CA|PATH_LENGTH)/;
/** A connection was opened, but no response in HTTP came: the port may expect TLS. */
const lostCode = /^(?:ECONNRESET|EPIPE|HPE_|UND_ERR_SOCKET)/;

/** Returns what is wrong with TLS, if that is why the bank at this address gave no response. */
export const describeTlsFault = async (
  error: unknown,
  address: string,
): Promise<TlsFault | undefined> => {
  const url = URL.parse(address);
  if (url === null) return undefined;
  const causes = listCauses(error);
  const codes = causes.map(({ code }) => code ?? "");
  if (url.protocol === "http:") {
    const isLost = codes.some((code) => lostCode.test(code));
    return isLost && (await shakeHands(url)) !== undefined ? tlsPort(url, undefined) : undefined;
  }
  const describe = codes.map((code) => byCode[code]).find((each) => each !== undefined);
  if (describe !== undefined) return describe(url, await shakeHands(url));
  const other = causes.find(({ code = "" }) => anyTlsCode.test(code));
  if (other === undefined) return undefined;
  if (/wrong version number|packet length|http request/i.test(other.message ?? "")) {
    return plainPort(url, undefined);
  }
  return {
    fault: "tls",
    message: `TLS with ${url.origin} failed: ${other.message} (${other.code})`,
    remedy: "Compare what the bank asks for: TLS 1.2 or 1.3, and perhaps a client certificate.",
  };
};

interface Cause {
  readonly code?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Returns an error and its causes; fetch wraps them, and several addresses are one error. */
const listCauses = (error: unknown, depthMax = 5): readonly Cause[] => {
  if (typeof error !== "object" || error === null || depthMax === 0) return [];
  const { cause, errors = [] }: Cause = error;
  return [error, ...[cause, ...errors].flatMap((each) => listCauses(each, depthMax - 1))];
};

/** Opens a TLS connection without trusting it, and returns the certificate that was shown. */
const shakeHands = ({ hostname, port }: URL): Promise<Shown | undefined> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: handshakeMsMax,
    });
    const end = (shown?: Shown) => {
      socket.destroy();
      resolve(shown);
    };
    socket.once("error", () => end());
    socket.once("timeout", () => end());
    socket.once("secureConnect", () => {
      const { issuer, subjectaltname = "", valid_from, valid_to } = socket.getPeerCertificate();
      end({
        issuer: [issuer?.CN ?? issuer?.O ?? "an unnamed authority"].flat().join(", "),
        names: subjectaltname.replace(/(?:DNS|IP Address):/g, "") || "no host",
        validFrom: formatTime(valid_from),
        validTo: formatTime(valid_to),
      });
    });
  });

const formatTime = (text: string | undefined): string =>
  text === undefined ? "an unknown day" : new Date(text).toISOString();
