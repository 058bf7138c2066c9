import { isInvalid, parseRequestId } from "@varde/protocol";
import { requestFingerprint } from "../../idempotency/request-fingerprint.ts";
import { readRequest } from "../../idempotency/request-store.ts";
import { repeatResponse, requestKey } from "../../idempotency/respond-once.ts";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** Checks the request id. A repeated request that writes gets its first response. */
export const checkRequestId: Check = (context, bank) => {
  const id = parseRequestId(context.header("x-request-id") ?? "");
  if (isInvalid(id)) {
    return refuse({
      code: "FORMAT_ERROR",
      path: "X-Request-ID",
      text: `X-Request-ID ${id.reason}.`,
    });
  }
  if (!context.operation.isIdempotent) return undefined;
  context.requestFingerprint = requestFingerprint(context);
  return bank.storage
    .read(() => readRequest(requestKey(context), context.received.receivedAt))
    .then((stored) => (stored === undefined ? undefined : repeatResponse(stored, context)));
};
