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
  const parts = [method, target, ...identifying.map((name) => context.header(name) ?? "")];
  const body = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.length);
  return hash("sha256", `${parts.join("\n")}\n${body.toString("latin1")}`, "base64url");
};
