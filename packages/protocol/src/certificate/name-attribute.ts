import {
  type DerElement,
  derTags,
  expectTag,
  readDerChildren,
  readOid,
  readText,
} from "./der-reader.ts";

/** An attribute of a distinguished name, in the order of the certificate. */
export interface NameAttribute {
  readonly oid: string;
  /** The text, or `#` and the hexadecimal DER if the value is not text. */
  readonly value: string;
  /** The value's DER, tag included. */
  readonly der: Buffer;
  /** Which relative distinguished name it belongs to; attributes written with `+` share one. */
  readonly rdn: number;
}

/** Attribute types with all their names; the first is the preferred one. */
export const attributeNames: Readonly<Record<string, readonly string[]>> = {
  "2.5.4.3": ["CN", "commonName"],
  "2.5.4.4": ["SN", "surname"],
  "2.5.4.5": ["serialNumber"],
  "2.5.4.6": ["C", "countryName"],
  "2.5.4.7": ["L", "localityName"],
  "2.5.4.8": ["ST", "S", "SP", "stateOrProvinceName"],
  "2.5.4.9": ["STREET", "streetAddress"],
  "2.5.4.10": ["O", "organizationName"],
  "2.5.4.11": ["OU", "organizationalUnitName"],
  "2.5.4.12": ["T", "title"],
  "2.5.4.15": ["businessCategory"],
  "2.5.4.17": ["postalCode"],
  "2.5.4.42": ["GN", "givenName"],
  "2.5.4.46": ["dnQualifier"],
  "2.5.4.97": ["organizationIdentifier"],
  "0.9.2342.19200300.100.1.1": ["UID", "userId"],
  "0.9.2342.19200300.100.1.25": ["DC", "domainComponent"],
  "1.2.840.113549.1.9.1": ["emailAddress", "E", "EMAIL"],
};

export const attributeOids = {
  commonName: "2.5.4.3",
  country: "2.5.4.6",
  organizationName: "2.5.4.10",
  organizationIdentifier: "2.5.4.97",
} as const;

export const readNameAttributes = (name: DerElement): NameAttribute[] =>
  readDerChildren(expectTag(name, derTags.sequence)).flatMap((set, rdn) =>
    readDerChildren(expectTag(set, derTags.set)).map((pair) => {
      const [type, value] = readDerChildren(expectTag(pair, derTags.sequence));
      const oid = readOid(type);
      const element = expectTag(value, value?.tag ?? 0);
      const text = readText(element) ?? `#${element.raw.toString("hex")}`;
      return { oid, value: text, der: element.raw, rdn };
    }),
  );

export const findAttribute = (
  attributes: readonly NameAttribute[],
  oid: string,
): string | undefined => attributes.find((attribute) => attribute.oid === oid)?.value;
