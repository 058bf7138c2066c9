import type { PsuContext } from "@varde/protocol";

/** The person a request is for, as this TPP knows them. */
export interface Psu {
  readonly personId: string;
  /** This TPP's id of the person; absent until their first SCA is completed. */
  readonly psuId: string | undefined;
  /** Set if the request says that the person acts under a corporation's agreement. */
  readonly agreementId: string | undefined;
  readonly context: PsuContext | undefined;
}

/** The scope of PSU-ID and PSU-Corporate-ID: one TPP in its world. */
export interface PsuScope {
  readonly tppId: string;
  readonly worldId: string;
}
