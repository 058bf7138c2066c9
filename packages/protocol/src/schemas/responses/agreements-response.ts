import { links } from "../parts/link.ts";
import { list, object, optional, type Static, string } from "../schema.ts";

/** The corporate agreements a PSU may act under. */
export const agreementsResponse = object({
  agreements: list(object({ psuCorporateId: string(), name: string(), _links: optional(links) })),
});
export type AgreementsResponse = Static<typeof agreementsResponse>;
