import { createPrivateKey } from "node:crypto";
import { DerError, derTags, readDer, readDerChildren } from "./der-reader.ts";

/** Returns whether a text is a private key in PEM form or a JSON Web Key. */
const isPrivateKeyText = (text: string): boolean =>
  text.includes("PRIVATE KEY-----") || (text.includes('"kty"') && /"d"\s*:/.test(text));

/** Decodes base64 in any alphabet, with blanks and without padding. */
export const decodeLoosely = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
      .replace(/\s+/g, ""),
    "base64",
  );

const isPrivateKeyDer = (der: Buffer): boolean =>
  (["pkcs8", "pkcs1", "sec1"] as const).some((type) => {
    try {
      createPrivateKey({ key: der, format: "der", type });
      return true;
    } catch (error) {
      // OpenSSL asks for the passphrase only after it has recognised an encrypted key.
      return (error as NodeJS.ErrnoException).code === "ERR_MISSING_PASSPHRASE";
    }
  });

const pkcs12Version = 3;

/** Returns whether the bytes are a PKCS#12 file, which has a version and no names. */
const isPkcs12 = (der: Buffer): boolean => {
  try {
    const [version, content] = readDerChildren(readDer(der));
    return version?.tag === derTags.integer && version.content[0] === pkcs12Version
      ? content?.content[0] === derTags.oid
      : false;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
};

/**
 * Returns whether a header that should hold a certificate holds a private key, in any common form.
 * Such a value must not be stored or logged.
 */
export const holdsPrivateKey = (headerValue: string): boolean => {
  const bytes = decodeLoosely(headerValue);
  const text = bytes.toString("latin1");
  const twice = decodeLoosely(text).toString("latin1");
  return (
    [headerValue, text, twice].some(isPrivateKeyText) || isPrivateKeyDer(bytes) || isPkcs12(bytes)
  );
};
