import { constants, createPrivateKey, KeyObject, sign } from "node:crypto";
import { hashBySignatureAlgorithm, type SignatureAlgorithm } from "./verify-signature.ts";

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
