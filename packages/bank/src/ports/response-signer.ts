import type { KeyObject } from "node:crypto";
import type { Certificate } from "@varde/protocol";

/** The bank's own seal: signs answers to TPPs that ask for it. */
export interface ResponseSigner {
  /**
   * Asked for each answer that is signed: a key need not be there before the first, and may be
   * another for the next.
   */
  readResponseIdentity(): Promise<{
    readonly key: KeyObject;
    readonly certificate: Certificate;
  }>;
}
