import type { KeyObject } from "node:crypto";
import { type Certificate, createSignature } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { ResponseSigner } from "./response-signer.ts";

/** A private RSA key with its certificate. */
export interface SealIdentity {
  readonly key: KeyObject;
  readonly certificate: Certificate;
}

/** Signs on the thread pool of this process. The identity is read again for each signature. */
export const keySigner = (readIdentity: () => Awaitable<SealIdentity>): ResponseSigner => ({
  sign: async (bytes) => {
    const { key, certificate } = await readIdentity();
    return { signature: await createSignature(key, "rsa-sha256", bytes), certificate };
  },
});
