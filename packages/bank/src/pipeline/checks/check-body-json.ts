import { parseJsonBody } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** GEN: the body is JSON that reads the same to everyone. */
export const checkBodyJson: Check = (context) => {
  const json = parseJsonBody(context.received.rawBody);
  if (!json.ok) return refuse({ code: "FORMAT_ERROR", text: `The body ${json.reason}.` });
  context.body = json.value.value;
  context.bodyText = json.value.text;
  return undefined;
};
