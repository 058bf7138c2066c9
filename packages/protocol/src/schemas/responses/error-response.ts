import { links } from "../parts/link.ts";
import { message } from "../parts/message.ts";
import { list, object, optional, type Static } from "../schema.ts";

/** The body of every refusal. */
export const errorResponse = object({
  tppMessages: list(message, { minItems: 1 }),
  _links: optional(links),
});
export type ErrorResponse = Static<typeof errorResponse>;
