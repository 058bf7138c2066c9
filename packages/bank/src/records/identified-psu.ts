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

/**
 * HDR-37: the person whom a request names by number. Nothing that the TPP can see may depend on
 * whether the number is a customer's, so this is not a PSU.
 */
export interface NamedPerson {
  /** An id that nobody has, if the number is not a customer's or PSU-ID names somebody else. */
  readonly personId: PersonId;
  /** The person of PSU-ID, if the request has both. */
  readonly byPsuId: PersonId | undefined;
  /** The agreement of PSU-Corporate-ID, whoever acts under it. */
  readonly agreementId: AgreementId | undefined;
}

/** The scope of PSU-ID and PSU-Corporate-ID: one TPP in its world. */
export interface PsuScope {
  readonly tppId: TppId;
  readonly worldId: WorldId;
}
