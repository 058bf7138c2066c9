import type { KeyObject } from "node:crypto";
import type { Certificate } from "@varde/protocol";

/** The bank's own seal: signs answers to TPPs that ask for it. */
export interface ResponseSigner {
  /** Asked for when the first answer is signed: a key need not be there before. */
  readResponseIdentity(): Promise<{
    readonly key: KeyObject;
    readonly certificate: Certificate;
  }>;
}
