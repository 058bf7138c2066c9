import type { Certificate } from "../certificate/certificate.ts";
import { attributeOids, type NameAttribute } from "../certificate/name-attribute.ts";
import { type Parsed, parsed, unparsable } from "../parsed.ts";
import {
  type DistinguishedName,
  formatDistinguishedName,
  parseDistinguishedName,
  type WrittenAttribute,
} from "./distinguished-name.ts";

export interface KeyId {
  readonly serialNumber: bigint;
  /** The serial number as written. */
  readonly serialNumberText: string;
  readonly issuer: DistinguishedName;
}

/** How strictly the issuer in a keyId is compared with the certificate's. */
export type KeyIdMode = "attributes" | "rfc2253";

export type KeyIdMatch =
  | { readonly ok: true; readonly warning?: string }
  | { readonly ok: false; readonly reason: string };

const keyIdPattern = /^SN=([^,]*),[ ]?CA=(.*)$/s;
const serialPattern = /^(?:0x)?([0-9a-f]{1,64})$/i;

/** Parses `SN=<serial>,CA=<issuer>`. The serial is hexadecimal; `0x` and colons are accepted. */
export const parseKeyId = (text: string): Parsed<KeyId> => {
  const [, serialNumberText, issuerText] = keyIdPattern.exec(text) ?? [];
  if (serialNumberText === undefined || issuerText === undefined) {
    return unparsable('is not of the form "SN=<serial>,CA=<issuer>"');
  }
  const digits = serialPattern.exec(serialNumberText.trim().replaceAll(":", ""))?.[1];
  if (digits === undefined) return unparsable("has a serial number that is not hexadecimal");
  const issuer = parseDistinguishedName(issuerText);
  if (!issuer.ok) return unparsable(`has an issuer that ${issuer.reason}`);
  return parsed({ serialNumber: BigInt(`0x${digits}`), serialNumberText, issuer: issuer.value });
};

/** Formats the keyId of a certificate, with the issuer in RFC 2253 form. */
export const formatKeyId = (certificate: Certificate): string =>
  `SN=${certificate.serialNumberHex},CA=${formatDistinguishedName(certificate.issuer)}`;

const fold = (value: string): string =>
  value.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

const isSame = (written: WrittenAttribute, actual: NameAttribute): boolean =>
  written.oid === actual.oid && fold(written.value) === fold(actual.value);

/**
 * Returns whether the issuer is in RFC 2253 order: relative names last to first, all attributes.
 */
const isRfc2253 = (issuer: DistinguishedName, certificate: Certificate): boolean => {
  const expected = [...certificate.issuer].sort((a, b) => b.rdn - a.rdn);
  return (
    issuer.isStrict &&
    issuer.attributes.length === expected.length &&
    issuer.attributes.every(
      ({ oid, value }, at) => oid === expected[at]?.oid && value === expected[at]?.value,
    )
  );
};

/** Returns the first written attribute that the certificate's issuer lacks; each matches once. */
const findForeign = (
  written: readonly WrittenAttribute[],
  actual: readonly NameAttribute[],
): WrittenAttribute | undefined => {
  const left = [...actual];
  return written.find((attribute) => {
    const at = left.findIndex((each) => isSame(attribute, each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

const refuse = (reason: string): KeyIdMatch => ({ ok: false, reason });

const refuseSerial = (keyId: KeyId, certificate: Certificate): KeyIdMatch => {
  const isDecimal = keyId.serialNumberText.trim() === certificate.serialNumber.toString();
  return refuse(
    `has SN=${keyId.serialNumberText} but the certificate's serial number is ` +
      `${certificate.serialNumberHex}${isDecimal ? "; write it in hexadecimal" : ""}`,
  );
};

const compareKeyId = (keyId: string, certificate: Certificate, mode: KeyIdMode): KeyIdMatch => {
  const given = parseKeyId(keyId);
  if (!given.ok) return refuse(given.reason);
  if (given.value.serialNumber !== certificate.serialNumber) {
    return refuseSerial(given.value, certificate);
  }
  const { issuer } = given.value;
  if (isRfc2253(issuer, certificate)) return { ok: true };
  const expected = `CA=${formatDistinguishedName(certificate.issuer)}`;
  if (mode === "rfc2253") return refuse(`does not name the issuer as ${expected}`);
  const foreign = findForeign(issuer.attributes, certificate.issuer);
  if (foreign) {
    return refuse(
      `has ${foreign.oid}=${foreign.value}, which the issuer does not have; expected ${expected}`,
    );
  }
  const names = certificate.issuer.filter(({ oid }) => oid === attributeOids.commonName);
  const isWhole = issuer.attributes.length === certificate.issuer.length;
  const hasName = issuer.attributes.some(({ oid }) => oid === attributeOids.commonName);
  if (!isWhole && (names.length === 0 || !hasName)) {
    return refuse(`leaves out the issuer's common name; expected ${expected}`);
  }
  return { ok: true, warning: `keyId: the issuer is not in RFC 2253 form; expected ${expected}` };
};

interface CachedMatch {
  readonly keyId: string;
  readonly mode: KeyIdMode;
  readonly match: KeyIdMatch;
}

/** Caches the last result per certificate, because a TPP sends the same keyId every time. */
const lastMatches = new WeakMap<Certificate, CachedMatch>();

/**
 * Checks that a keyId names this certificate. The serial number is compared as a number. The issuer
 * is compared attribute by attribute: mode `attributes` accepts any order and any subset that
 * contains the common name, with a warning; mode `rfc2253` requires all of it in RFC 2253 form.
 */
export const matchKeyId = (
  keyId: string,
  certificate: Certificate,
  mode: KeyIdMode = "attributes",
): KeyIdMatch => {
  const last = lastMatches.get(certificate);
  if (last?.keyId === keyId && last.mode === mode) return last.match;
  const match = compareKeyId(keyId, certificate, mode);
  lastMatches.set(certificate, { keyId, mode, match });
  return match;
};
