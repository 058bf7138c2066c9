import { tppMessageCodes } from "../../codes.ts";
import { limits } from "../../limits.ts";
import { object, oneOf, optional, type Static, string } from "../schema.ts";

export const message = object({
  category: oneOf(["ERROR", "WARNING"]),
  code: oneOf(tppMessageCodes),
  path: optional(string()),
  text: optional(string({ maxLength: limits.messageTextCharactersMax })),
});
export type Message = Static<typeof message>;
