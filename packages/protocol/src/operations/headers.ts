import { holdsPrivateKey, privateKeySent } from "../certificate/index.ts";
import { limits } from "../limits.ts";
import type { Violation } from "../violation.ts";

/** Every request header the interface defines, in the order in which missing ones are reported. */
export const headerNames = [
  "x-accept-fix",
  "x-request-id",
  "date",
  "digest",
  "tpp-signature-certificate",
  "signature",
  "tpp-session-id",
  "tpp-redirect-uri",
  "tpp-redirect-preferred",
  "tpp-brand-logging-information",
  "psu-id",
  "x-psu-identity",
  "psu-corporate-id",
  "psu-context",
  "psu-ip-address",
  "psu-ip-port",
  "psu-http-method",
  "psu-device-id",
  "psu-geo-location",
] as const;
export type HeaderName = (typeof headerNames)[number];

/** Headers of HTTP itself by which a caller says what responses it can read. */
const acceptHeaders = [
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "accept-signature",
] as const;

/**
 * The length to which headers about the PSU's device are cut that are only passed on, such as
 * PSU-User-Agent. They are never refused, because they are not the TPP's own text.
 */
export const passedOnCharactersMax = 500;

/** A header whose length is limited. */
export type LimitedHeader =
  | Exclude<HeaderName, "psu-geo-location">
  | (typeof acceptHeaders)[number];

const acceptBytesMax = 2_048;
const idBytesMax = 128;
const otherBytesMax = 1_024;

/**
 * The greatest length of each header, on every operation, in bytes as sent. Headers that are not in
 * this table count only towards the length of all headers together.
 */
export const headerValueBytesMax = {
  "x-accept-fix": otherBytesMax,
  "x-request-id": limits.requestIdCharactersMax,
  date: otherBytesMax,
  digest: 512,
  "tpp-signature-certificate": limits.certificateBytesMax,
  signature: limits.signatureBytesMax,
  "tpp-session-id": limits.sessionIdCharactersMax,
  "tpp-redirect-uri": limits.redirectUriBytesMax,
  "tpp-redirect-preferred": otherBytesMax,
  "tpp-brand-logging-information": otherBytesMax,
  "psu-id": idBytesMax,
  "x-psu-identity": idBytesMax,
  "psu-corporate-id": idBytesMax,
  "psu-context": otherBytesMax,
  "psu-ip-address": otherBytesMax,
  "psu-ip-port": otherBytesMax,
  "psu-http-method": otherBytesMax,
  "psu-device-id": idBytesMax,
  accept: acceptBytesMax,
  "accept-charset": acceptBytesMax,
  "accept-encoding": acceptBytesMax,
  "accept-language": acceptBytesMax,
  "accept-signature": acceptBytesMax,
} as const satisfies Record<LimitedHeader, number>;

/** The same table as a list, which is faster to go through. */
export const limitedHeaders = Object.entries(headerValueBytesMax) as readonly (readonly [
  LimitedHeader,
  number,
])[];

/** Says that a header is too long, and how to shorten it. */
export const describeLongHeader = (name: LimitedHeader, value: string): Violation => {
  const title = headerTitle(name);
  const max = headerValueBytesMax[name];
  const tooLong = `The header ${title} has ${value.length} bytes; at most ${max} are allowed.`;
  return {
    code: checkedWithSignature.has(name) ? "BAD_REQUEST" : "FORMAT_ERROR",
    path: title,
    text:
      name === "tpp-signature-certificate" ? `${tooLong} ${shortenCertificate(value)}` : tooLong,
  };
};

const checkedWithSignature: ReadonlySet<string> = new Set(["signature", "digest", "date"]);

/** SIG-39: whoever sends a whole file of keys and certificates learns that the key is exposed. */
const shortenCertificate = (value: string): string =>
  holdsPrivateKey(value)
    ? `The header ${privateKeySent}.`
    : "Send your certificate alone, without its chain.";

/** The headers an operation reads. A header that is not listed is ignored. */
export type OperationHeaders = Readonly<Partial<Record<HeaderName, "required" | "optional">>>;

interface ReadsHeaders {
  readonly headers: OperationHeaders;
}

/** Whether an operation reads the header at all. */
export const readsHeader = ({ headers }: ReadsHeaders, name: HeaderName): boolean =>
  headers[name] !== undefined;

/** The headers an operation requires, in the order of `headerNames`. */
export const requiredHeaders = (operation: ReadsHeaders): readonly HeaderName[] => {
  const { headers } = operation;
  const known = requiredByHeaders.get(headers);
  if (known !== undefined) return known;
  const required = headerNames.filter((name) => headers[name] === "required");
  requiredByHeaders.set(headers, required);
  return required;
};

const requiredByHeaders = new WeakMap<OperationHeaders, readonly HeaderName[]>();

/**
 * The required headers that are missing. Where an operation reads X-PSU-IDENTITY or PSU-Context,
 * either may replace PSU-ID: the first identifies the PSU, the second leaves that to the SCA.
 */
export const missingHeaders = (
  operation: ReadsHeaders,
  has: (name: HeaderName) => boolean,
): readonly HeaderName[] =>
  requiredHeaders(operation).filter(
    (name) => !has(name) && !(name === "psu-id" && isPsuIdReplaced(operation, has)),
  );

const isPsuIdReplaced = (operation: ReadsHeaders, has: (name: HeaderName) => boolean): boolean =>
  psuIdReplacements.some((name) => readsHeader(operation, name) && has(name));

/** Whether other headers may be sent in place of PSU-ID. */
export const isPsuIdReplaceable = (operation: ReadsHeaders): boolean =>
  psuIdReplacements.some((name) => readsHeader(operation, name));

const psuIdReplacements = ["x-psu-identity", "psu-context"] as const;

/** The header's name as the interface writes it, for messages to people. */
export const headerTitle = (name: TitledHeader): string =>
  titles[name] ?? name.replace(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase());

type TitledHeader = HeaderName | LimitedHeader | "host" | "content-type";

const titles: Partial<Record<TitledHeader, string>> = {
  "x-accept-fix": "x-accept-fix",
  "x-request-id": "X-Request-ID",
  "tpp-session-id": "TPP-Session-ID",
  "tpp-redirect-uri": "TPP-Redirect-URI",
  "tpp-signature-certificate": "TPP-Signature-Certificate",
  "tpp-redirect-preferred": "TPP-Redirect-Preferred",
  "tpp-brand-logging-information": "TPP-Brand-Logging-Information",
  "psu-id": "PSU-ID",
  "x-psu-identity": "X-PSU-IDENTITY",
  "psu-corporate-id": "PSU-Corporate-ID",
  "psu-context": "PSU-Context",
  "psu-ip-address": "PSU-IP-Address",
  "psu-ip-port": "PSU-IP-Port",
  "psu-http-method": "PSU-HTTP-Method",
  "psu-device-id": "PSU-Device-ID",
  "psu-geo-location": "PSU-Geo-Location",
};
