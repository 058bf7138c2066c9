import type { Bank } from "../bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { WithPsu } from "../request/request-of.ts";

/**
 * Finds the agreement under which the PSU acts: the corporate one that the request names, otherwise
 * the private one. SCA-22: a PSU without a private agreement must name one.
 */
export const agreementOfRequest = async (
  { psu, tpp }: Pick<RequestContext, "tpp"> & WithPsu,
  bank: Pick<Bank, "psuDirectory">,
): Promise<Agreement | Refusal> => {
  const agreements = await bank.psuDirectory.listAgreements(tpp.worldId, psu.personId);
  const agreement = agreements.find((one) =>
    psu.agreementId === undefined ? one.context === "PRIVATE" : one.agreementId === psu.agreementId,
  );
  return agreement ?? refuseWithoutCorporateId;
};

/** Refuses a request in corporate context that does not name its agreement. */
export const refuseWithoutCorporateId: Refusal = refuse({
  code: "HTTP_HEADER_REQUIRED",
  path: "PSU-Corporate-ID",
  text:
    "The PSU acts for a corporation: send PSU-Corporate-ID, from the redirect after SCA or " +
    "from GET /v1/agreements.",
});
