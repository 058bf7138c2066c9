import type { KeyObject } from "node:crypto";
import type { Certificate } from "@varde/protocol";

/** Supplies the bank's seal for signing responses. */
export interface ResponseSigner {
  /**
   * Returns the key and certificate. Called for each signed response, so that keys can be created
   * late and replaced.
   */
  readResponseIdentity(): Promise<{
    readonly key: KeyObject;
    readonly certificate: Certificate;
  }>;
}
