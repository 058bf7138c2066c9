import { isInvalid, parseRequestId } from "@varde/protocol";
import { requestFingerprint } from "../../idempotency/request-fingerprint.ts";
import { refuse } from "../../request/refusal.ts";
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
