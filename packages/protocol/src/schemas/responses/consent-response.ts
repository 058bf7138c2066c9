import { links } from "../parts/link.ts";
import { object, type Static } from "../schema.ts";

/** What starting a consent answers: where to send the PSU. */
export const consentResponse = object({ _links: links });
export type ConsentResponse = Static<typeof consentResponse>;
