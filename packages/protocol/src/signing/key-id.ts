import type { Certificate } from "../certificate/certificate.ts";
import {
  attributeNames,
  attributeOids,
  type NameAttribute,
} from "../certificate/name-attribute.ts";
import { Invalid, isInvalid } from "../invalid.ts";
import type { Reader } from "../reader.ts";
import type { Tolerance, ToleratedFormId } from "../tolerated-forms.ts";
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
  /** Whether there are blanks around the serial number. */
  readonly hasBlanks: boolean;
  readonly issuer: DistinguishedName;
}

const issuerPattern = /^, ?CA=/;
const serialPattern = /^(?:0x)?([0-9a-f]{1,64})$/i;

/** Mistakes in a keyId; each continues "The keyId ". */
const malformed: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^sn=.*ca=/, "has sn and ca in lower case"],
  [/^CA=.*,\s*SN=/s, "has CA before SN"],
  [/^SN=[^,]*;/, "has a semicolon between SN and CA; use a comma"],
  [/^SN=[^,]*$/, "has no CA after the serial number"],
  [/^CA=/, "has no SN before the issuer"],
  [/^(?:[0-9a-f]{2}:?){20}$|^(?:[0-9a-f]{2}:?){32}$/i, "is a fingerprint of the certificate"],
  [/^(?:0x)?[0-9a-f:]+$/i, "is a bare serial number"],
  [/^\{/, "is JSON"],
  [/^https?:/, "is an address"],
  [/^(?:CN|O|C|OU)=/, "is a bare name"],
];

const diagnoseForm = (_reader: Reader, text: string): string | undefined =>
  malformed.find(([pattern]) => pattern.test(text))?.[1];

interface KeyIdParts {
  readonly serialNumberText: string;
  readonly hasBlanks: boolean;
  readonly issuerText: string;
}

/** Splits a keyId at its first comma. Blanks are allowed around the serial number. */
const splitKeyId = (text: string): KeyIdParts | undefined => {
  const comma = text.indexOf(",");
  const rest = text.slice(comma);
  const [separator] = issuerPattern.exec(rest) ?? [];
  if (!text.startsWith("SN=") || comma < 0 || separator === undefined) return undefined;
  const written = text.slice("SN=".length, comma);
  const serialNumberText = trimBlanks(written);
  return {
    serialNumberText,
    hasBlanks: serialNumberText !== written || separator.includes(" "),
    issuerText: rest.slice(separator.length),
  };
};

/** Removes blanks only: a tab or another space is part of the text. */
const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
};

/** Parses `SN=<serial>,CA=<issuer>`. The serial is hexadecimal; `0x` and colons are accepted. */
export const parseKeyId = (text: string, reader?: Reader): KeyId | Invalid => {
  const parts = splitKeyId(text);
  if (parts === undefined) {
    const what = reader && diagnoseForm(reader, text);
    return new Invalid(what ?? 'is not of the form "SN=<serial>,CA=<issuer>"');
  }
  const { serialNumberText, hasBlanks, issuerText } = parts;
  const digits = serialPattern.exec(serialNumberText.replaceAll(":", ""))?.[1];
  if (digits === undefined) return new Invalid("has a serial number that is not hexadecimal");
  const issuer = parseDistinguishedName(issuerText);
  if (isInvalid(issuer)) return new Invalid(`has an issuer that ${issuer.reason}`);
  return {
    serialNumber: BigInt(`0x${digits}`),
    serialNumberText,
    hasBlanks,
    issuer,
  };
};

/** Formats the keyId of a certificate, with the issuer in RFC 2253 form. */
export const formatKeyId = (certificate: Certificate): string =>
  `SN=${certificate.serialNumberHex},CA=${formatDistinguishedName(certificate.issuer)}`;

const fold = (value: string): string =>
  value.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

type Attribute = Pick<NameAttribute, "oid" | "value">;

/** Two attributes are the same if their keys are. */
const keyOf = ({ oid, value }: Attribute): string => `${oid} ${fold(value)}`;
const exactKeyOf = ({ oid, value }: Attribute): string => `${oid} ${value}`;

/** Returns how a written issuer differs from the RFC 2253 form of the certificate's issuer. */
function* findIssuerForms(
  { tolerated, attributes }: DistinguishedName,
  { issuer }: Certificate,
): Generator<ToleratedFormId> {
  yield* tolerated;
  const expected = issuer.toSorted((a, b) => b.rdn - a.rdn).map(keyOf);
  if (attributes.length < expected.length) yield "issuer-subset";
  const written = attributes.map(keyOf);
  const writtenKeys = new Set(written);
  const named = expected.filter((key) => writtenKeys.has(key));
  if (written.some((key, at) => named[at] !== undefined && key !== named[at])) yield "issuer-order";
  const exact = new Set(issuer.map(exactKeyOf));
  if (!attributes.every((each) => exact.has(exactKeyOf(each)))) yield "issuer-spelling";
}

/** Returns how a written serial number differs from the form of the interface. */
function* findSerialForms(
  { serialNumberText: text, hasBlanks }: KeyId,
  { serialNumberHex }: Certificate,
): Generator<ToleratedFormId> {
  if (hasBlanks) yield "key-id-blanks";
  const digits = text.replace(/^0x/i, "");
  if (digits !== text) yield "serial-0x";
  if (digits.includes(":")) yield "serial-colons";
  if (digits !== digits.toUpperCase()) yield "serial-lower-case";
  const plain = digits.replaceAll(":", "").toUpperCase();
  // OpenSSL prints whole bytes, so the first digit may be a zero.
  if (plain.startsWith("0") && plain !== serialNumberHex) yield "serial-leading-zeros";
}

/** Returns the first written attribute that the name lacks; each of its own matches once. */
const findForeign = (
  written: readonly WrittenAttribute[],
  actual: readonly NameAttribute[],
): WrittenAttribute | undefined => {
  const left = new Map<string, number>();
  for (const key of actual.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  return written.find((attribute) => {
    const key = keyOf(attribute);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
};

const refuseSerial = (
  keyId: KeyId,
  certificate: Certificate,
  reader: Reader | undefined,
): Invalid => {
  const isDecimal =
    reader !== undefined && keyId.serialNumberText === certificate.serialNumber.toString();
  return new Invalid(
    `has SN=${keyId.serialNumberText} but the certificate's serial number is ` +
      `${certificate.serialNumberHex}${isDecimal ? "; write it in hexadecimal" : ""}`,
  );
};

const showType = (oid: string): string => attributeNames[oid]?.[0] ?? oid;

/** Returns why the written issuer is not the certificate's, or undefined. */
const findIssuerFault = (
  { attributes }: DistinguishedName,
  certificate: Certificate,
  reader: Reader | undefined,
): string | undefined => {
  const foreign = findForeign(attributes, certificate.issuer);
  const hasName = attributes.some(({ oid }) => oid === attributeOids.commonName);
  const isWhole = attributes.length === certificate.issuer.length;
  if (foreign === undefined && (isWhole || hasName)) return undefined;
  if (reader === undefined) return "names another issuer than the certificate's";
  const expected = `expected CA=${formatDistinguishedName(certificate.issuer)}`;
  if (foreign !== undefined && findForeign(attributes, certificate.subject) === undefined) {
    return `names the subject of the certificate instead of its issuer; ${expected}`;
  }
  if (foreign !== undefined) {
    const shown = `${showType(foreign.oid)}=${foreign.value}`;
    return `has ${shown}, which the issuer does not have; ${expected}`;
  }
  return `leaves out the issuer's common name (CN); ${expected}`;
};

const compareKeyId = (
  keyId: string,
  certificate: Certificate,
  reader: Reader | undefined,
): readonly Tolerance[] | Invalid => {
  const given = parseKeyId(keyId, reader);
  if (isInvalid(given)) {
    return reader === undefined
      ? given
      : new Invalid(`${given.reason}; expected ${formatKeyId(certificate)}`);
  }
  if (given.serialNumber !== certificate.serialNumber) {
    return refuseSerial(given, certificate, reader);
  }
  const fault = findIssuerFault(given.issuer, certificate, reader);
  if (fault !== undefined) return new Invalid(fault);
  const forms = new Set([
    ...findSerialForms(given, certificate),
    ...findIssuerForms(given.issuer, certificate),
  ]);
  if (forms.size === 0) return [];
  const send = formatKeyId(certificate);
  return [...forms].map((form) => ({ form, send }));
};

/** Accepts a percent-encoded keyId if it matches after it is decoded. */
const compareDecoded = (
  keyId: string,
  certificate: Certificate,
  reader: Reader | undefined,
): readonly Tolerance[] | Invalid => {
  const match = compareKeyId(keyId, certificate, reader);
  if (!isInvalid(match) || !/%[0-9a-f]{2}/i.test(keyId)) return match;
  const decoded = decodePercent(keyId);
  const other = decoded === undefined ? match : compareKeyId(decoded, certificate, reader);
  if (isInvalid(other)) return match;
  const encoded = { form: "issuer-percent-encoded", send: formatKeyId(certificate) } as const;
  return [...other, encoded];
};

const decodePercent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

interface CachedMatch {
  readonly keyId: string;
  readonly reader: Reader | undefined;
  readonly match: readonly Tolerance[] | Invalid;
}

/** Caches the last result per certificate, because a TPP sends the same keyId every time. */
const lastMatches = new WeakMap<Certificate, CachedMatch>();

/**
 * Checks that a keyId names this certificate. The serial number is compared as a number. The issuer
 * is compared attribute by attribute: any order and any subset that contains the common name match.
 * Deviations from the form of the interface are listed as tolerated. If somebody reads why it does
 * not match, known mistakes are searched for.
 */
export const matchKeyId = (
  keyId: string,
  certificate: Certificate,
  reader?: Reader,
): readonly Tolerance[] | Invalid => {
  const last = lastMatches.get(certificate);
  if (last?.keyId === keyId && last.reader === reader) return last.match;
  const match = compareDecoded(keyId, certificate, reader);
  lastMatches.set(certificate, { keyId, reader, match });
  return match;
};
