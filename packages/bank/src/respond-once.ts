import assert from "node:assert/strict";
import { conclude, type RequiredStatement, type Statement, type Unit, undo } from "@varde/storage";
import type { Bank } from "./bank.ts";
import type { ApiResponse } from "./request/api-response.ts";
import { type Refusal, refuse } from "./request/refusal.ts";
import type { RequestContext } from "./request/request-context.ts";
import { claimRequest, readRequest, type StoredRequest } from "./request/stored-request.ts";

/** Undoes a unit if another request has claimed the same id. */
type IdTaken = "id-taken";

/**
 * HDR-29: runs the effect of a write request once, however often the caller or the network repeats
 * it. The response is stored under the request's id in the unit that has the effect.
 */
export const respondOnce = async <Body>(
  context: RequestContext,
  bank: Bank,
  response: ApiResponse<Body>,
  effect: (claim: Statement) => Unit<void, Refusal | IdTaken>,
): Promise<ApiResponse<Body> | Refusal> => {
  const key = requestKey(context);
  assert(context.requestFingerprint !== undefined, "the operation is not declared idempotent");
  const claim = claimRequest(key, context.requestFingerprint, response);
  const undone = await bank.storage.write(() => effect(claim));
  if (undone === undefined) return response;
  if (undone !== "id-taken") return undone;
  const stored = await bank.storage.read(() => readRequest(key));
  // The request that had claimed the id has been deleted since, so the id is free again.
  if (stored === undefined) return respondOnce(context, bank, response, effect);
  return repeatResponse(stored, context);
};

/**
 * HDR-29: returns the stored response instead of a refusal if there is one. The first request may
 * have caused the refusal of the second, or the PSU's session may have expired in between. An SCA
 * that settles the refusal starts only if there is none.
 */
export const repeatOrRefuse = async (
  refusal: Refusal,
  context: RequestContext,
  bank: Bank,
): Promise<ApiResponse | Refusal> => {
  // Before checkRequestId, the caller is not known to be the one who sent the first request.
  const isRepeatable = context.requestFingerprint !== undefined;
  const stored = isRepeatable
    ? await bank.storage.read(() => readRequest(requestKey(context)))
    : undefined;
  if (stored !== undefined) return repeatResponse(stored, context);
  const { startSca } = refusal;
  return startSca === undefined ? refusal : { ...refusal, scaRedirect: await startSca() };
};

/**
 * Runs the claim and the effect as one pipeline and returns how many rows each statement of the
 * effect changed. If the claim changed nothing, the whole unit is undone.
 */
export function* claimAndRun(
  claim: Statement,
  ...effect: Statement[]
): Unit<readonly bigint[], IdTaken> {
  const [claimed, ...results] = yield [claim, ...effect];
  if (claimed?.changes === 0n) yield* undo("id-taken" as const);
  return results.map((result) => result.changes);
}

/**
 * Runs the claim and the effect as the end of the unit. If the claim changed nothing, the whole
 * unit is undone.
 */
export function* claimAndConclude<V = never>(
  claim: Statement,
  ...effect: (Statement | RequiredStatement<V>)[]
): Unit<void, V | IdTaken> {
  yield* conclude<V | IdTaken>({ statement: claim, otherwise: "id-taken" }, ...effect);
}

const requestKey = (context: RequestContext) => ({
  tppId: context.tpp.tppId,
  requestId: context.requiredHeader("x-request-id"),
});

/**
 * Returns the stored response for the same request, or 409 for a different one with the same id.
 */
const repeatResponse = (
  stored: StoredRequest,
  context: RequestContext,
): ApiResponse<never> | Refusal => {
  if (stored.fingerprint === context.requestFingerprint) {
    context.warnings.push("This X-Request-ID was already processed; this is the stored response.");
    return stored.response;
  }
  return refuse({
    code: "CONFLICT",
    path: "X-Request-ID",
    text:
      "This X-Request-ID was used for a different request in the last 24 hours. " +
      "Choose a new one for a new request.",
  });
};
