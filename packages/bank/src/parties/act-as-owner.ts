import type { PsuContext } from "@varde/protocol";
import type { PersonId } from "../ports/ids.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { refuseWithoutCorporateId } from "./agreement-of-request.ts";

/** The owner of a payment or a basket. */
export interface Owner {
  readonly personId: PersonId | undefined;
  readonly context: PsuContext | undefined;
}

/**
 * SCA-22: in a corporate session a request must name the agreement, unless it concerns the PSU's
 * own private resource. A read without a session must name it if it names the PSU of a corporate
 * resource. The owner is known only after the resource has been found.
 */
export const actAsOwner = (
  owner: Owner | undefined,
  context: RequestContext,
): Refusal | undefined => {
  const { psu } = context;
  if (psu === undefined || psu.agreementId !== undefined) return undefined;
  const ownContext = owner?.personId === psu.personId ? owner.context : undefined;
  if (psu.context !== "CORPORATE") {
    const isRead = psu.context === undefined;
    return isRead && ownContext === "CORPORATE" ? refuseWithoutCorporateId : undefined;
  }
  if (ownContext !== "PRIVATE") return refuseWithoutCorporateId;
  context.psu = { ...psu, context: "PRIVATE" };
  return undefined;
};
