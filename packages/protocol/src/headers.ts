import { type OperationKind, operationKinds } from "./operations.ts";

type Presence = "R" | "o" | "-";

/**
 * Header × kind of operation, in the order of `operationKinds`: R required, o optional, - not read.
 * What holds between headers stands in `missingHeaders`.
 */
// biome-ignore format: one aligned table
export const headerTable = {
  //                               create         payment      account consent user funds contact data
  //                               payment basket read  change
  "x-accept-fix":                  "R      R      o     o      o       o       o    o     o       o",
  "x-request-id":                  "R      R      R     R      R       R       R    R     R       R",
  date:                            "R      R      R     R      R       R       R    R     R       R",
  digest:                          "R      o      o     o      o       o       o    o     o       o",
  "tpp-signature-certificate":     "R      R      R     R      R       R       R    R     R       R",
  signature:                       "R      R      R     R      R       R       R    R     R       R",
  "tpp-session-id":                "R      R      o     R      o       o       o    o     -       -",
  "tpp-redirect-uri":              "R      R      o     R      o       R       o    o     -       -",
  "tpp-redirect-preferred":        "o      o      o     o      o       o       o    -     -       -",
  "tpp-brand-logging-information": "o      -      -     -      -       -       -    -     -       -",
  "psu-id":                        "R      R      o     R      o       o       o    o     -       -",
  "x-psu-identity":                "o      -      -     -      -       -       -    -     -       -",
  "psu-corporate-id":              "o      o      o     o      o       o       o    o     -       -",
  "psu-context":                   "o      -      -     -      -       -       -    -     -       -",
  "psu-ip-address":                "R      R      o     R      o       o       o    o     -       -",
  "psu-ip-port":                   "o      o      o     o      o       o       o    o     -       -",
  "psu-http-method":               "o      o      o     o      o       o       o    o     -       -",
  "psu-device-id":                 "o      o      o     o      o       o       o    o     -       -",
  "psu-geo-location":              "o      o      o     o      o       o       o    o     -       -",
} as const satisfies Record<string, string>;

export type HeaderName = keyof typeof headerTable;

const rows = new Map(
  Object.entries(headerTable).map(([name, cells]) => [
    name as HeaderName,
    cells.split(/\s+/) as readonly Presence[],
  ]),
);

export const headerNames = [...rows.keys()];

/** The headers an operation of this kind cannot do without, in the order of the table. */
const requiredByKind = new Map(
  operationKinds.map((kind, column) => [
    kind,
    headerNames.filter((name) => rows.get(name)?.[column] === "R"),
  ]),
);

/** Whether an operation of this kind takes the header at all. */
export const readsHeader = (kind: OperationKind, name: HeaderName): boolean =>
  rows.get(name)?.[operationKinds.indexOf(kind)] !== "-";

/**
 * The required headers that are missing. A payment may be created without PSU-ID where another
 * header says who the PSU is (X-PSU-IDENTITY) or that the SCA will (PSU-Context).
 */
export const missingHeaders = (
  kind: OperationKind,
  has: (name: HeaderName) => boolean,
): readonly HeaderName[] =>
  (requiredByKind.get(kind) ?? []).filter(
    (name) =>
      !has(name) &&
      !(
        name === "psu-id" &&
        kind === "createPayment" &&
        (has("x-psu-identity") || has("psu-context"))
      ),
  );

/** How the interface writes a header's name, for messages to people. */
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
