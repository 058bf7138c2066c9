import { links } from "../parts/link.ts";
import { object, type Static } from "../schema.ts";

/** The response when a consent is created, with the address to redirect the PSU to. */
export const consentResponse = object({ _links: links });
export type ConsentResponse = Static<typeof consentResponse>;
