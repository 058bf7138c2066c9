import type { KeyObject } from "node:crypto";

/** The bank's own seal: signs answers to TPPs that ask for it. */
export interface ResponseSigner {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly certificate: string;
}
