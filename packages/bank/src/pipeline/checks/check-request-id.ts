import { parseRequestId } from "@varde/protocol";
import { repeatAnswer, requestKey } from "../../idempotency/answer-once.ts";
import { requestFingerprint } from "../../idempotency/request-fingerprint.ts";
import { readRequest } from "../../idempotency/request-store.ts";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** HDR: the id is well-formed, and a repeated writing request gets its first answer. */
export const checkRequestId: Check = (context, bank) => {
  const id = parseRequestId(context.header("x-request-id") ?? "");
  if (!id.ok) {
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
    .then((stored) => (stored === undefined ? undefined : repeatAnswer(stored, context)));
};
