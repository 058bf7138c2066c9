import { constants, type KeyObject, publicDecrypt } from "node:crypto";

/** The bytes of a DigestInfo before the hash (RFC 8017, section 9.2). */
const digestInfoPrefixes = {
  sha256: Buffer.from("3031300d060960864801650304020105000420", "hex"),
  sha512: Buffer.from("3051300d060960864801650304020305000440", "hex"),
  sha384: Buffer.from("3041300d060960864801650304020205000430", "hex"),
  sha1: Buffer.from("3021300906052b0e03021a05000414", "hex"),
  md5: Buffer.from("3020300c06082a864886f70d020505000410", "hex"),
} as const;

export type SignedHashName = keyof typeof digestInfoPrefixes;

/** The content of a signature: a hash with its name, or other bytes where a hash is expected. */
export type SignedHash =
  | { readonly name: SignedHashName; readonly hash: Buffer }
  | { readonly name: undefined; readonly payload: Buffer };

/**
 * Recovers what was signed with the private key. With PKCS#1 v1.5 the public key can decrypt a
 * signature. Returns undefined if it was made with another key or padding.
 */
export const recoverSignedHash = (
  publicKey: KeyObject,
  signature: Uint8Array,
): SignedHash | undefined => {
  let payload: Buffer;
  try {
    payload = publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return undefined;
  }
  const names = Object.keys(digestInfoPrefixes) as SignedHashName[];
  for (const name of names) {
    const prefix = digestInfoPrefixes[name];
    if (payload.subarray(0, prefix.length).equals(prefix)) {
      return { name, hash: payload.subarray(prefix.length) };
    }
  }
  return { name: undefined, payload };
};
