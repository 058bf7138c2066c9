import type { PsuContext } from "@varde/protocol";
import type { PersonId } from "../ports/ids.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Sca } from "../request/sca.ts";

/** An SCA whose PSU is authenticated, with their context and how they approve. */
export interface AuthenticatedSca extends Sca {
  readonly personId: PersonId;
  readonly context: PsuContext;
  readonly approval: "approved" | "approvedInApp";
}

/** Returns the SCA as authenticated once the PSU has identified and chosen a context. */
export const authenticatedOnPages = (sca: Sca): AuthenticatedSca | undefined => {
  const { personId, context, status } = sca;
  if (status !== "psuAuthenticated" || personId === undefined || context === undefined) {
    return undefined;
  }
  return { ...sca, personId, context, approval: "approved" };
};

/** Returns the SCA as authenticated by the bank's app, where this person has logged in. */
export const authenticatedInApp = (
  sca: Sca,
  personId: PersonId,
  { context, agreementId }: Pick<Agreement, "context" | "agreementId">,
): AuthenticatedSca => ({ ...sca, personId, context, agreementId, approval: "approvedInApp" });
