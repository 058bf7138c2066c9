import { isInvalid, parseJsonBody } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** Checks that the body is JSON that all parsers read the same way. */
export const checkBodyJson: Check = (context) => {
  const json = parseJsonBody(context.received.rawBody);
  if (isInvalid(json)) return refuse({ code: "FORMAT_ERROR", text: `The body ${json.reason}.` });
  context.body = json.value;
  context.bodyText = json.text;
  return undefined;
};
