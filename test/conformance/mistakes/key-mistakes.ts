import {
  constants,
  createHash,
  createHmac,
  generateKeyPairSync,
  privateEncrypt,
  sign,
} from "node:crypto";
import { pooledRsaKeys } from "@varde/testkit/keys";
import type { Mistakes } from "./mistakes.ts";
import { signatureAs } from "./send-mistaken.ts";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Mistakes in the key, the algorithm and the encoding of the signature. */
export const keyMistakes: Mistakes = {
  "another key": [
    { signature: (s) => sign("sha256", Buffer.from(s), pooledRsaKeys().privateKey) },
    /another key than the one in the certificate/,
  ],
  "another padding": [
    {
      signature: (s, { key }) =>
        sign("sha256", Buffer.from(s), {
          key,
          padding: constants.RSA_PKCS1_PSS_PADDING,
        }),
    },
    /RSA-PSS/,
  ],
  "another hash": [
    { signature: (s, { key }) => sign("sha512", Buffer.from(s), key) },
    /signed with sha512; the algorithm part/,
  ],
  "a bare hash": [{ signature: (s, { key }) => privateEncrypt(key, hash(s)) }, /DigestInfo/],
  "half a signature": [
    { signature: (s, { key }) => sign("sha256", Buffer.from(s), key).subarray(0, 128) },
    /incomplete: it has 128 bytes; with this key it has 256/,
  ],
  "SHA-1": [
    { signature: (s, { key }) => sign("sha1", Buffer.from(s), key) },
    /signed with sha1; the algorithm part/,
  ],
  "an HMAC": [
    { signature: (s) => createHmac("sha256", "secret").update(s).digest() },
    /is an HMAC or a hash/,
  ],
  "the signature in hexadecimal": [
    { header: (text) => signatureAs(text, (bytes) => bytes.toString("hex")) },
    /is in hexadecimal; send base64/,
  ],
  "base64 of hexadecimal digits": [
    { header: (text) => signatureAs(text, (bytes) => base64(bytes.toString("hex"))) },
    /is base64 of hexadecimal digits/,
  ],
  "base64 twice": [
    { header: (text) => signatureAs(text, (bytes) => base64(bytes.toString("base64"))) },
    /signature is base64 of base64/,
  ],
  "an ECDSA signature": [
    {
      signature: (s) =>
        sign(
          "sha256",
          Buffer.from(s),
          generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
        ),
    },
    /is an ECDSA signature/,
  ],
};
