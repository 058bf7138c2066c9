import type { Statement, Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Answer } from "../request/answer.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { claimRequest, readRequest, type StoredRequest } from "./request-store.ts";

/** Thrown inside a unit to leave nothing behind when the id turns out to be taken. */
class RequestIsTaken extends Error {}

/** Thrown inside a unit to leave nothing behind and refuse the request instead. */
export class UndoAndRefuse extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("undone");
    this.refusal = refusal;
  }
}

/**
 * Runs the effect of a writing request once, whatever the caller or the network repeats: the answer
 * is claimed under the request's id in the unit that has the effect.
 */
export const answerOnce = async <Body>(
  context: RequestContext,
  bank: Bank,
  answer: Answer<Body>,
  effect: (claim: Statement) => Unit<void>,
): Promise<Answer<Body> | Refusal> => {
  const now = context.received.receivedAt;
  const key = requestKey(context);
  const claim = claimRequest(key, context.requestFingerprint, answer, now);
  try {
    await bank.storage.write(() => effect(claim));
    return answer;
  } catch (error) {
    if (error instanceof UndoAndRefuse) return error.refusal;
    if (!(error instanceof RequestIsTaken)) throw error;
    const stored = await bank.storage.read(() => readRequest(key, now));
    // What took the id was forgotten again in between, so nothing stands in the way any more.
    if (stored === undefined) return answerOnce(context, bank, answer, effect);
    return repeatAnswer(stored, context);
  }
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
 * Sends the claim and the effect as one pipeline and answers how many rows each statement of the
 * effect changed. When the claim changed nothing, the whole unit is undone.
 */
export function* claimAndRun(claim: Statement, ...effect: Statement[]): Unit<readonly bigint[]> {
  const [claimed, ...answers] = yield [claim, ...effect];
  if (claimed?.changes === 0n) throw new RequestIsTaken();
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
