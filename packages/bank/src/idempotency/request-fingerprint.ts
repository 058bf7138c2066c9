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

/** The body's digest. `checkDigest` has found one that was sent right, so it is not made again. */
const digestOf = (context: RequestContext): string => {
  const sent = context.header("digest") ?? "";
  return sha256Header.test(sent) ? sent : computeDigest(context.received.rawBody, "SHA-256");
};

/** What two requests have in common when the second is the first one sent again. */
export const requestFingerprint = (context: RequestContext): string => {
  const { method, target } = context.received;
  let text = `${method} ${target}\n${digestOf(context)}`;
  for (const name of identifying) text += `\n${context.header(name) ?? ""}`;
  return crypto.hash("sha256", text, "base64url");
};
