import type { AuthorisationResponse, Link } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { ApiResponse } from "../request/api-response.ts";

/** The fields of a created resource that say where it is and how its SCA works. */
interface Created extends Partial<Pick<AuthorisationResponse, "authorisationId">> {
  readonly _links?: Readonly<Partial<Record<"self" | "scaStatus" | "scaRedirect", Link>>>;
}

/**
 * RSP-16, RSP-17: returns the address of what a request has created, and how the SCA that it starts
 * reaches the PSU. They follow from the body, so that a stored response has the same headers.
 */
export const createdHeaders = (
  { status, body }: ApiResponse,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): Readonly<Record<string, string>> => {
  if (status !== 201 || body === undefined) return {};
  const { _links: links = {}, authorisationId } = JSON.parse(body) as Created;
  const self = links.self ?? links.scaStatus;
  const approach = authorisationId === undefined ? undefined : "DECOUPLED";
  const scaApproach = links.scaRedirect === undefined ? approach : "REDIRECT";
  return {
    ...(self !== undefined && { location: pathPrefix + self.href }),
    ...(scaApproach !== undefined && { "aspsp-sca-approach": scaApproach }),
  };
};
