import type { Bank } from "../bank.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { WithPsu } from "../request/request-of.ts";

/**
 * What the PSU of the request acts under: the named corporation's agreement, else their own
 * affairs. SCA-22: who has none of their own must name one.
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

/** In corporate context the agreement is named on every request but the listing of them. */
export const refuseWithoutCorporateId: Refusal = refuse({
  code: "HTTP_HEADER_REQUIRED",
  path: "PSU-Corporate-ID",
  text:
    "The PSU acts for a corporation: send PSU-Corporate-ID, from the redirect after SCA or " +
    "from GET /v1/agreements.",
});
