import type { AuthorisationResponse, Link } from "@varde/protocol";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { PaymentId } from "../ports/ids.ts";
import type { ApiResponse } from "../request/api-response.ts";

/** The fields of a created resource that say what and where it is, and how its SCA works. */
export interface Created extends Partial<Pick<AuthorisationResponse, "authorisationId">> {
  readonly paymentId?: PaymentId;
  readonly _links?: Readonly<Partial<Record<"self" | "scaStatus" | "scaRedirect", Link>>>;
}

/** Reads what a request has created; undefined if it has created nothing. */
export const readCreated = ({ status, body, value }: ApiResponse): Created | undefined =>
  status === 201 && body !== undefined ? ((value ?? JSON.parse(body)) as Created) : undefined;

/**
 * RSP-16, RSP-17: adds the address of what a request has created, and how the SCA that it starts
 * reaches the PSU. They follow from the body, so that a stored response has the same headers.
 */
export const addCreatedHeaders = (
  headers: Record<string, string>,
  { _links: links = {}, authorisationId }: Created,
  { pathPrefix }: Pick<BankConfiguration, "pathPrefix">,
): void => {
  const self = links.self ?? links.scaStatus;
  const approach = authorisationId === undefined ? undefined : "DECOUPLED";
  const scaApproach = links.scaRedirect === undefined ? approach : "REDIRECT";
  if (self !== undefined) headers.location = pathPrefix + self.href;
  if (scaApproach !== undefined) headers["aspsp-sca-approach"] = scaApproach;
};
