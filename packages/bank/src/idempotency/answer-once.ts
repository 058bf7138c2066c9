import { type Statement, type Unit, undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Answer } from "../request/answer.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { claimRequest, readRequest, type StoredRequest } from "./request-store.ts";

/** Undoes a unit when another request has claimed the same id. */
type IdTaken = "id-taken";

/**
 * Runs the effect of a writing request once, whatever the caller or the network repeats: the answer
 * is claimed under the request's id in the unit that has the effect.
 */
export const answerOnce = async <Body>(
  context: RequestContext,
  bank: Bank,
  answer: Answer<Body>,
  effect: (claim: Statement) => Unit<void, Refusal | IdTaken>,
): Promise<Answer<Body> | Refusal> => {
  const now = context.received.receivedAt;
  const key = requestKey(context);
  const claim = claimRequest(key, context.requestFingerprint, answer, now);
  const outcome = await bank.storage.write(function* (): Unit<Answer<Body>, Refusal | IdTaken> {
    yield* effect(claim);
    return answer;
  });
  if (outcome !== "id-taken") return outcome;
  const stored = await bank.storage.read(() => readRequest(key, now));
  // The request that had claimed the id has been deleted in between, so the id is free again.
  if (stored === undefined) return answerOnce(context, bank, answer, effect);
  return repeatAnswer(stored, context);
};

/**
 * HDR: a refusal may be due to what the same request did a moment ago, sent twice at once: it had
 * not been answered when this one was checked. Then this one too gets that answer.
 */
export const repeatOrRefuse = async (
  refusal: Refusal,
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  if (!context.operation.isIdempotent) return refusal;
  const now = context.received.receivedAt;
  const stored = await bank.storage.read(() => readRequest(requestKey(context), now));
  return stored === undefined ? refusal : repeatAnswer(stored, context);
};

/**
 * Runs the claim and the effect as one pipeline and returns how many rows each statement of the
 * effect changed. When the claim changed nothing, the whole unit is undone.
 */
export function* claimAndRun(
  claim: Statement,
  ...effect: Statement[]
): Unit<readonly bigint[], IdTaken> {
  const [claimed, ...answers] = yield [claim, ...effect];
  if (claimed?.changes === 0n) yield* undo("id-taken" as const);
  return answers.map((answer) => answer.changes);
}

export const requestKey = (context: RequestContext) => ({
  tppId: context.tpp.tppId,
  requestId: context.header("x-request-id") ?? "",
});

/** The stored answer for the same request, 409 for another one under the same id. */
export const repeatAnswer = (
  stored: StoredRequest,
  context: RequestContext,
): Answer<never> | Refusal => {
  if (stored.fingerprint === context.requestFingerprint) {
    context.warnings.push("This X-Request-ID was answered before; this is that answer again.");
    return stored.answer;
  }
  return refuse({
    code: "CONFLICT",
    path: "X-Request-ID",
    text:
      "This X-Request-ID was used for a different request in the last 24 hours. " +
      "Choose a new one for a new request.",
  });
};
