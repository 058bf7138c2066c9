import { constants, createPrivateKey, KeyObject, sign, verify } from "node:crypto";

/** Signs outside this process, in a hardware module or on a signing server, with PKCS#1 v1.5. */
export type ExternalSigner = (
  signingString: Buffer,
  algorithm: SignatureAlgorithm,
) => Promise<Uint8Array> | Uint8Array;

/** An RSA private key, its PEM, or a function that signs elsewhere. */
export type SigningKey = KeyObject | string | ExternalSigner;

const toRsaKey = (key: KeyObject | string): KeyObject => {
  const privateKey = key instanceof KeyObject ? key : createPrivateKey(key);
  if (privateKey.asymmetricKeyType !== "rsa") {
    throw new TypeError(
      `an RSA key is required for signing, not ${privateKey.asymmetricKeyType ?? "a secret"}`,
    );
  }
  return privateKey;
};

/** Signs on the thread pool, since a signature costs the event loop half a millisecond or more. */
export const createSignature = async (
  key: SigningKey,
  algorithm: SignatureAlgorithm,
  signingString: string | Uint8Array,
): Promise<Buffer> => {
  const data = Buffer.from(signingString as Uint8Array);
  if (typeof key === "function") return Buffer.from(await key(data, algorithm));
  const options = { key: toRsaKey(key), padding: constants.RSA_PKCS1_PADDING };
  return new Promise((resolve, reject) => {
    sign(hashBySignatureAlgorithm[algorithm], data, options, (error, signature) =>
      error ? reject(error) : resolve(signature),
    );
  });
};

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
