import { tppMessageCodes } from "../../codes.ts";
import { limits } from "../../limits.ts";
import { list, map, object, oneOf, optional, type Static, string } from "../schema.ts";

export const link = object({
  href: string(),
  verbs: list(oneOf(["GET", "PUT", "POST", "DELETE"])),
});
export type Link = Static<typeof link>;

export const links = map(link);
export type Links = Static<typeof links>;

export const message = object({
  category: oneOf(["ERROR", "WARNING"]),
  code: oneOf(tppMessageCodes),
  path: optional(string()),
  text: optional(string({ maxLength: limits.messageTextCharactersMax })),
});
export type Message = Static<typeof message>;

/** The body of every refusal. */
export const errorResponse = object({
  tppMessages: list(message, { minItems: 1 }),
  _links: optional(links),
});
export type ErrorResponse = Static<typeof errorResponse>;
