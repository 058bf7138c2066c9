import type { PsuContext } from "@varde/protocol";

/** The person a request is for, as this TPP knows them. */
export interface Psu {
  readonly personId: string;
  /** The name this TPP has for the person; absent until their first SCA is completed. */
  readonly psuId: string | undefined;
  /** Set when the request says that the person acts under a corporation's agreement. */
  readonly agreementId: string | undefined;
  readonly context: PsuContext | undefined;
}

/** The names a TPP has for people and agreements hold for that TPP in its world only. */
export interface PsuScope {
  readonly tppId: string;
  readonly worldId: string;
}
