import { links } from "../parts/response-parts.ts";
import { list, object, optional, type Static, string } from "../schema.ts";

/** The response when a consent is created, with the address to redirect the PSU to. */
export const consentResponse = object({ _links: links });
export type ConsentResponse = Static<typeof consentResponse>;

export const userResponse = object({ psuId: string() });
export type UserResponse = Static<typeof userResponse>;

/** The corporate agreements a PSU may act under. */
export const agreementsResponse = object({
  agreements: list(object({ psuCorporateId: string(), name: string(), _links: optional(links) })),
});
export type AgreementsResponse = Static<typeof agreementsResponse>;
