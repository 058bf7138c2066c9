import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** Returns an RSA key of 2048 bits, or of the given number of bits. */
export type MakeRsaKeyPair = (modulusLength?: number) => Promise<KeyPair>;

/** Generates the key on the thread pool, because that takes a tenth of a second or more. */
export const makeRsaKeyPair: MakeRsaKeyPair = (modulusLength = 2048) =>
  generate("rsa", { modulusLength });

export const makeEcKeyPair = (): Promise<KeyPair> => generate("ec", { namedCurve: "P-256" });
