import crypto from "node:crypto";
import { computeDigest } from "@varde/protocol";
import type { RequestContext } from "../request/request-context.ts";

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
export const requestFingerprint = (context: RequestContext): string => {
  const { method, target } = context.received;
  let text = `${method} ${target}\n${bodyDigest(context)}`;
  for (const name of identifying) text += `\n${context.header(name) ?? ""}`;
  return crypto.hash("sha256", text, "base64url");
};
