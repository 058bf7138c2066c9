import crypto from "node:crypto";
import { computeDigest, isInvalid, parseRequestId } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/** Checks the request id. From here on, a repeated request that writes gets its first response. */
export const checkRequestId: Check = (context) => {
  const id = parseRequestId(context.requiredHeader("x-request-id"));
  if (isInvalid(id)) {
    return refuse({
      code: "FORMAT_ERROR",
      path: "X-Request-ID",
      text: `X-Request-ID ${id.reason}.`,
    });
  }
  if (context.operation.isIdempotent) context.requestFingerprint = requestFingerprint(context);
  return undefined;
};

const identifying = [
  "psu-id",
  "x-psu-identity",
  "psu-corporate-id",
  "tpp-session-id",
  "tpp-redirect-uri",
];

const sha256Header = /^SHA-256=.{44}$/;

/**
 * Returns the digest of the body. `checkDigest` has verified one that was sent, so that it need not
 * be computed again.
 */
const bodyDigest = (context: RequestContext): string => {
  const sent = context.header("digest") ?? "";
  return sha256Header.test(sent) ? sent : computeDigest(context.received.rawBody, "SHA-256");
};

/** Returns a hash that is equal for two requests if the second repeats the first. */
const requestFingerprint = (context: RequestContext): string => {
  const { method, target } = context.received;
  let text = `${method} ${target}\n${bodyDigest(context)}`;
  for (const name of identifying) text += `\n${context.header(name) ?? ""}`;
  return crypto.hash("sha256", text, "base64url");
};
