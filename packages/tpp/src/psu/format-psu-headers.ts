import {
  type HeaderName,
  headerNames,
  headerTitle,
  type Operation,
  readsHeader,
} from "@varde/protocol";
import type { Psu } from "./psu.ts";

/** Returns the headers about the PSU that the operation reads. */
export const formatPsuHeaders = (operation: Operation, psu: Psu): Record<string, string> => {
  const { memory, options } = psu;
  const { forwarded = {} } = options;
  const values: Partial<Record<HeaderName, string | undefined>> = {
    "tpp-session-id": memory.sessionId,
    "tpp-redirect-uri": options.redirectUri,
    "tpp-redirect-preferred": options.redirectPreferred?.toString(),
    "psu-id": memory.psuId,
    "x-psu-identity": memory.psuId === undefined ? options.identity : undefined,
    "psu-corporate-id": memory.psuCorporateId,
    "psu-context": options.context,
    "psu-ip-address": options.ipAddress,
    "psu-ip-port": forwarded.ipPort,
    "psu-http-method": forwarded.httpMethod,
    "psu-device-id": forwarded.deviceId,
    "psu-geo-location": forwarded.geoLocation,
  };
  const known = headerNames
    .filter((name) => readsHeader(operation, name))
    .map((name) => [headerTitle(name), values[name]] as const);
  const fromBrowser = readsHeader(operation, "psu-ip-address")
    ? ([
        ["PSU-User-Agent", forwarded.userAgent],
        ["PSU-Accept", forwarded.accept],
        ["PSU-Accept-Charset", forwarded.acceptCharset],
        ["PSU-Accept-Encoding", forwarded.acceptEncoding],
        ["PSU-Accept-Language", forwarded.acceptLanguage],
      ] as const)
    : [];
  return Object.fromEntries(
    [...known, ...fromBrowser].filter((pair): pair is readonly [string, string] => !!pair[1]),
  );
};
