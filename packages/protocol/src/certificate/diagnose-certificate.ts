import { createPublicKey } from "node:crypto";
import type { Reader } from "../reader.ts";
import { countOf } from "../values/count-of.ts";
import { decodeBase64 } from "./base64.ts";
import { DerError, derTags, readDer, readDerChildren, readOid } from "./der-reader.ts";
import { decodeLoosely } from "./private-key.ts";

const rightForm = "send base64 of the DER of your certificate, on one line";

/** Says that a private key was sent; continues the name of the header. */
export const privateKeySent =
  "holds a private key. The key is compromised, because it was sent: stop using it, replace it " +
  "and its certificate, and send only the certificate in this header";

/** Labels of PEM texts that are not certificates. */
const pemLabels: readonly (readonly [label: RegExp, what: string])[] = [
  [/BEGIN (?:NEW )?CERTIFICATE REQUEST/, "a certificate signing request"],
  [/BEGIN (?:RSA )?PUBLIC KEY/, "a public key without a certificate"],
  [/BEGIN PKCS7|BEGIN CMS/, "a PKCS#7 file"],
];

const isPublicKey = (der: Buffer): boolean =>
  (["spki", "pkcs1"] as const).some((type) => {
    try {
      createPublicKey({ key: der, format: "der", type });
      return true;
    } catch {
      return false;
    }
  });

const signedDataOid = "1.2.840.113549.1.7.2";
const attributesTag = 0xa0;
const hashBytes: readonly number[] = [20, 32];

/** Names what the DER is, if it is complete and well-known, but not a certificate. */
const nameDer = (der: Buffer): string | undefined => {
  if (isPublicKey(der)) return "a public key without a certificate";
  try {
    const [first] = readDerChildren(readDer(der));
    if (first?.tag === derTags.oid && readOid(first) === signedDataOid) return "a PKCS#7 file";
    const parts = first?.tag === derTags.sequence ? readDerChildren(first) : [];
    const isRequest = parts[0]?.tag === derTags.integer && parts.at(-1)?.tag === attributesTag;
    return isRequest ? "a certificate signing request" : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
};

const startsLikeDer = (bytes: Buffer): boolean =>
  bytes[0] === derTags.sequence && bytes[1] === 0x82;

/** Returns the length that the DER says it has. */
const statedLength = (der: Buffer): number => der.readUInt16BE(2) + 4;

const diagnoseBytes = (bytes: Buffer): string | undefined => {
  const text = bytes.toString("latin1");
  const [, label] = pemLabels.find(([pattern]) => pattern.test(text)) ?? [];
  const what = label ?? nameDer(bytes);
  if (what !== undefined) return `is ${what}; ${rightForm}`;
  const count = text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  if (count > 1) return `is a chain of ${count} certificates; send only the first, your own`;
  if (hashBytes.includes(bytes.length)) return `is a fingerprint; ${rightForm}`;
  if (bytes.length < 4 || !startsLikeDer(bytes)) {
    const inner = decodeBase64(text.trim());
    return inner !== undefined && startsLikeDer(inner)
      ? `is base64 of base64; encode the DER only once`
      : undefined;
  }
  const length = statedLength(bytes);
  if (length > bytes.length) {
    return `is cut off: its DER has ${countOf(length, "byte")}, and you sent ${bytes.length}`;
  }
  const more = countOf(bytes.length - length, "byte");
  return length < bytes.length
    ? `has ${more} after its end; send only your certificate, not a chain`
    : undefined;
};

const hexadecimal = /^(?:[0-9a-f]{2}:?)+$/i;

/** Mistakes in how the certificate is written, with how to write it. */
const writings: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/-----BEGIN CERTIFICATE/, `is a PEM text; ${rightForm}`],
  [/%[0-9a-f]{2}/i, "is percent-encoded (such as %2B for +); send the base64 itself"],
  [/^["'].*["']$/, "is in quotes; send the base64 without quotes"],
  [/\s|\\n/, "is folded into several lines; send the base64 on one line without blanks"],
  [/^[A-Za-z0-9]*[_-][A-Za-z0-9_-]*=*$/, "is in base64url; replace - by + and _ by /"],
  [hexadecimal, `is hexadecimal; ${rightForm}`],
  [/^[A-Za-z0-9+/]+$/, "lacks the = signs at its end; send base64 with its padding"],
];

/**
 * Explains a header value that is not a readable certificate. The result continues "The
 * certificate". Returns undefined if no known mistake explains it.
 */
export const diagnoseCertificate = (_reader: Reader, headerValue: string): string | undefined => {
  const canonical = decodeBase64(headerValue);
  const found = diagnoseBytes(canonical ?? decodeLoosely(headerValue));
  // The hexadecimal digits of an even number of bytes are base64, too.
  if (canonical !== undefined && !hexadecimal.test(headerValue)) return found;
  const [, written] = writings.find(([pattern]) => pattern.test(headerValue)) ?? [];
  return written ?? found;
};
