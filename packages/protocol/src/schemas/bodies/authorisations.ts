import { limits } from "../../limits.ts";
import { scaStatuses } from "../../statuses.ts";
import { links } from "../parts/response-parts.ts";
import { list, object, oneOf, optional, type Static, string } from "../schema.ts";

/** The response when an authorisation is started. */
export const authorisationResponse = object({
  scaStatus: oneOf(scaStatuses),
  authorisationId: string(),
  psuMessage: optional(string({ maxLength: limits.messageTextCharactersMax })),
  _links: optional(links),
});
export type AuthorisationResponse = Static<typeof authorisationResponse>;

export const scaStatusResponse = object({ scaStatus: oneOf(scaStatuses) });
export type ScaStatusResponse = Static<typeof scaStatusResponse>;

export const authorisationListResponse = object({ authorisationIds: list(string()) });
export type AuthorisationListResponse = Static<typeof authorisationListResponse>;
