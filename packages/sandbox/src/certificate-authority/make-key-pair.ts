import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair);

/** An RSA key takes a tenth of a second or more, so it is made on the thread pool. */
export const makeRsaKeyPair = (modulusLength = 2048): Promise<KeyPair> =>
  generate("rsa", { modulusLength });

export const makeEcKeyPair = (): Promise<KeyPair> => generate("ec", { namedCurve: "P-256" });
