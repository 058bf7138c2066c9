import { hash } from "node:crypto";
import type { RequestContext } from "../http/request-context.ts";

const identifying = [
  "psu-id",
  "x-psu-identity",
  "psu-corporate-id",
  "tpp-session-id",
  "tpp-redirect-uri",
];

/** What two requests have in common when the second is the first one sent again. */
export const requestFingerprint = (context: RequestContext): string => {
  const { method, target, rawBody } = context.received;
  const headers = identifying.map((name) => context.header(name) ?? "");
  const parts = [method, target, ...headers, hash("sha256", rawBody, "base64url")];
  return hash("sha256", parts.join("\n"), "base64url");
};
