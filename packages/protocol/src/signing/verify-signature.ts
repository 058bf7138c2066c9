import { constants, type KeyObject, verify } from "node:crypto";

export const signatureAlgorithms = ["rsa-sha256", "rsa-sha512"] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

export const hashBySignatureAlgorithm = {
  "rsa-sha256": "sha256",
  "rsa-sha512": "sha512",
} as const satisfies Record<SignatureAlgorithm, string>;

/**
 * Verifies a signature with RSA PKCS#1 v1.5 only, so a key of another type never verifies, whatever
 * the header says.
 */
export const verifySignature = (
  publicKey: KeyObject,
  algorithm: SignatureAlgorithm,
  signingString: string,
  signature: Uint8Array,
): boolean =>
  publicKey.asymmetricKeyType === "rsa" &&
  verify(
    hashBySignatureAlgorithm[algorithm],
    Buffer.from(signingString),
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    signature,
  );
