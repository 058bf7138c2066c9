import { parseJsonBody } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** Checks that the body is JSON that all parsers read the same way. */
export const checkBodyJson: Check = (context) => {
  const json = parseJsonBody(context.received.rawBody);
  if (!json.ok) return refuse({ code: "FORMAT_ERROR", text: `The body ${json.reason}.` });
  context.body = json.value.value;
  context.bodyText = json.value.text;
  return undefined;
};
