import type { PsuContext } from "@varde/protocol";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { refuseWithoutCorporateId } from "./agreement-of-request.ts";

/** Whose a payment or a basket is. */
export interface Owner {
  readonly personId: string | undefined;
  readonly context: PsuContext | undefined;
}

/**
 * SCA-22: in a session that was opened for a corporation a request names the agreement, unless it
 * is about something of the PSU's own. Who owns that is known only once it is found.
 */
export const actAsOwner = (
  owner: Owner | undefined,
  context: RequestContext,
): Refusal | undefined => {
  const { psu } = context;
  if (psu?.context !== "CORPORATE" || psu.agreementId !== undefined) return undefined;
  const isTheirOwn = owner?.context === "PRIVATE" && owner.personId === psu.personId;
  if (!isTheirOwn) return refuseWithoutCorporateId;
  context.psu = { ...psu, context: "PRIVATE" };
  return undefined;
};
