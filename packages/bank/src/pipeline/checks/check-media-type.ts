import { headerValueBytesMax } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/** Whether the operation reads its body. Other operations ignore a body. */
export const readsBody = ({ operation }: RequestContext): boolean => operation.body !== undefined;

/** A longer Accept is not read here: checkHeaderLengths refuses it. */
const isShort = (accept: string): boolean => accept.length <= headerValueBytesMax.accept;

const json = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const jsonRanges = ["application/json", "application/*", "*/*"];

/** Whether an Accept header allows JSON. The most specific range decides. */
const acceptsJson = (accept: string): boolean => {
  if (!/\*\/\*|application\/(?:\*|json)|^\s*$/i.test(accept)) return false;
  if (!/;\s*q\s*=\s*0/i.test(accept)) return true;
  const weights = new Map<string, number>();
  for (const range of accept.split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=/, "");
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const closest = jsonRanges.find((name) => weights.has(name));
  return closest === undefined || weights.get(closest) !== 0;
};

/** GEN-04: checks that all payloads are JSON in UTF-8. */
export const checkMediaType: Check = (context) => {
  if (readsBody(context)) {
    const type = context.header("content-type");
    if (type === undefined || !json.test(type) || context.header("content-encoding")) {
      return refuse({
        code: "BAD_REQUEST",
        status: 415,
        path: "Content-Type",
        text: "The body must be sent as application/json in UTF-8, without content encoding.",
      });
    }
  }
  const accept = context.header("accept");
  if (accept !== undefined && isShort(accept) && !acceptsJson(accept)) {
    return refuse({
      code: "BAD_REQUEST",
      status: 406,
      path: "Accept",
      text: "Responses are application/json; the Accept header must allow it.",
    });
  }
  return undefined;
};
