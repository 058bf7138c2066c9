import { isInvalid, listKnownNames, parseJsonBody } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { bodySchema } from "./check-body-schema.ts";

/** Checks that the body is JSON within its limits that all parsers read the same way. */
export const checkBodyJson: Check = (context) => {
  const schema = bodySchema(context);
  const knownNames = schema && listKnownNames(schema);
  const json = parseJsonBody(context.received.rawBody, knownNames);
  if (isInvalid(json)) return refuse({ code: "FORMAT_ERROR", text: `The body ${json.reason}.` });
  context.body = json.value;
  context.bodyText = json.text;
  return undefined;
};
