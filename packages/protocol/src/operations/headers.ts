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
export const headerTitle = (name: HeaderName): string =>
  titles[name] ?? name.replace(/(^|-)([a-z])/g, (_, dash, letter) => dash + letter.toUpperCase());

const titles: Partial<Record<HeaderName, string>> = {
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
