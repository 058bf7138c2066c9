import { createPrivateKey, createPublicKey, KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  type Certificate,
  type ExternalSigner,
  isInvalid,
  readCertificatePem,
  type SigningKey,
} from "@varde/protocol";
import { type Argument, checkArguments, filledText } from "./check-arguments.ts";

const identityFiles: readonly Argument[] = [
  ["certificatePath", filledText],
  ["keyPath", filledText],
];

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
  const key = identity.key instanceof KeyObject ? identity.key : readKey(identity.key);
  if (key.type === "public")
    throw new TypeError("identity.key is a public key; set the private one");
  if (key.asymmetricKeyType !== "rsa") {
    const type = key.asymmetricKeyType ?? "secret";
    throw new TypeError(`identity.key is an ${type} key; requests are signed with an RSA key`);
  }
  if (!createPublicKey(key).equals(certificate.publicKey)) {
    throw new TypeError("The key of the TPP does not belong to its certificate");
  }
  return { certificate: certificate, key };
};

/** Other PEM texts than private keys; each continues "identity.key is ". */
const otherPems: readonly (readonly [label: string, what: string])[] = [
  ["BEGIN CERTIFICATE", "a certificate, not a private key"],
  ["PUBLIC KEY-", "a public key; set the private one"],
  [
    "ENCRYPTED",
    "encrypted; decrypt it with openssl pkey -in key.pem, or set a function that signs with it",
  ],
];

const readKey = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const [, what] = otherPems.find(([label]) => pem.includes(label)) ?? [];
    throw new TypeError(`identity.key is ${what ?? "not a private key in PEM"}`, { cause });
  }
};

/**
 * Reads an identity from two PEM files.
 *
 * @param certificatePath - the file of the seal certificate.
 * @param keyPath - the file of its private key, not encrypted.
 * @throws TypeError if a path is not a string, and the error of node:fs if a file cannot be read.
 *
 * @example
 * const identity = await readIdentityFiles("seal.pem", "seal.key");
 */
export const readIdentityFiles = async (
  certificatePath: string,
  keyPath: string,
): Promise<TppIdentity> => {
  checkArguments("readIdentityFiles", [certificatePath, keyPath], identityFiles);
  const [certificate, key] = await Promise.all([
    readFile(certificatePath, "utf8"),
    readFile(keyPath, "utf8"),
  ]);
  return { certificate, key };
};
