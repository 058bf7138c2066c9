import type { PsuContext } from "@varde/protocol";
import type { AgreementId, PersonId, PsuId, TppId, WorldId } from "../ports/ids.ts";

/** The person a request is for, as this TPP knows them. */
export interface IdentifiedPsu {
  readonly personId: PersonId;
  /** This TPP's id of the person; absent until their first SCA is completed. */
  readonly psuId: PsuId | undefined;
  /** Set if the request says that the person acts under a corporation's agreement. */
  readonly agreementId: AgreementId | undefined;
  readonly context: PsuContext | undefined;
}

/** The scope of PSU-ID and PSU-Corporate-ID: one TPP in its world. */
export interface PsuScope {
  readonly tppId: TppId;
  readonly worldId: WorldId;
}
