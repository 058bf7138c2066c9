import type { Certificate } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";

/** A signature with the certificate of the key that made it. */
export interface SignedBytes {
  readonly signature: Uint8Array;
  readonly certificate: Certificate;
}

/**
 * Signs responses and the seals of the audit with the bank's seal. The key may be in this process,
 * in a hardware module or in a key management system: `keySigner` of this package signs with a key
 * object.
 */
export interface ResponseSigner {
  /**
   * Signs bytes with RSA PKCS#1 v1.5 and SHA-256. Called for each signed response, and once a
   * minute for the audit, so that keys can be replaced: the certificate that is returned is sent
   * with the response. While it fails, callers get 503 without a signature, and the audit is not
   * sealed.
   */
  sign(bytes: Uint8Array): Awaitable<SignedBytes>;
}
