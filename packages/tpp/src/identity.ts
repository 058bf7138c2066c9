import { createPrivateKey, createPublicKey, KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  type Certificate,
  type ExternalSigner,
  isInvalid,
  readCertificatePem,
  type SigningKey,
} from "@varde/protocol";

/** The identity of the TPP: its certificate and a key or function that signs. */
export interface TppIdentity {
  /** The seal certificate as PEM; the first if there are several. */
  readonly certificate: string;
  /** PEM, a key object, or a function that signs outside the process, as in a hardware module. */
  readonly key: SigningKey;
}

/** An identity that has been read and checked. */
export interface OpenIdentity {
  readonly certificate: Certificate;
  readonly key: KeyObject | ExternalSigner;
}

/** Reads the certificate and the key, and throws if they do not belong together. */
export const openIdentity = (identity: TppIdentity): OpenIdentity => {
  const certificate = readCertificatePem(identity.certificate);
  if (isInvalid(certificate)) throw new TypeError(`The TPP's certificate ${certificate.reason}`);
  if (typeof identity.key === "function") {
    return { certificate: certificate, key: identity.key };
  }
  const key = identity.key instanceof KeyObject ? identity.key : createPrivateKey(identity.key);
  if (!createPublicKey(key).equals(certificate.publicKey)) {
    throw new TypeError("The key of the TPP does not belong to its certificate");
  }
  return { certificate: certificate, key };
};

/**
 * Reads an identity from two PEM files.
 *
 * @example
 * const identity = await readIdentityFiles("seal.pem", "seal.key");
 */
export const readIdentityFiles = async (
  certificatePath: string,
  keyPath: string,
): Promise<TppIdentity> => {
  const [certificate, key] = await Promise.all([
    readFile(certificatePath, "utf8"),
    readFile(keyPath, "utf8"),
  ]);
  return { certificate, key };
};
