import { type Operation, parseDateHeader } from "@varde/protocol";
import { type IncomingAnswer, TransportFault } from "./transport.ts";

export interface RetryPolicy {
  /** How often a request is sent at most; 1 means never again. */
  readonly attemptsMax: number;
  /** The wait after the first attempt, doubled each time and jittered. */
  readonly delayMs: number;
  readonly delayMsMax: number;
  /** A bank that asks for a longer wait than this gets its refusal thrown instead. */
  readonly retryAfterMsMax: number;
  /**
   * Whether writes are repeated after a lost answer. Safe where the bank answers a known
   * X-Request-ID with what it answered before; turn it off for one that does not.
   */
  readonly repeatWrites: boolean;
}

/**
 * Whether sending an operation twice has the effect of sending it once. Loading test data is the
 * exception: its answers are not kept by X-Request-ID.
 */
export const isRepeatable = (operation: Operation, policy: RetryPolicy): boolean =>
  operation.method === "GET" ||
  operation.isRepeatable === true ||
  (operation.isIdempotent && policy.repeatWrites);

/** How long to wait before the next attempt, or undefined when there shall be none. */
export const retryDelayMs = (
  outcome: IncomingAnswer | TransportFault,
  attempt: number,
  policy: RetryPolicy,
  nowMs: number,
): number | undefined => {
  if (attempt >= policy.attemptsMax) return undefined;
  const ceiling = Math.min(policy.delayMsMax, policy.delayMs * 2 ** (attempt - 1));
  const jittered = ceiling * (0.5 + Math.random() / 2);
  if (outcome instanceof TransportFault) {
    return outcome.fault === "tls" || outcome.fault === "too-large" ? undefined : jittered;
  }
  const seconds = outcome.status === 503 ? retryAfterSeconds(outcome, nowMs) : undefined;
  if (seconds === undefined || seconds * 1000 > policy.retryAfterMsMax) return undefined;
  return Math.max(seconds * 1000, jittered);
};

/** Seconds until the bank wants to be asked again; it may say them or name a moment. */
export const retryAfterSeconds = (answer: IncomingAnswer, nowMs: number): number | undefined => {
  const value = answer.header("retry-after");
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = parseDateHeader(value);
  return date.ok ? Math.max(0, Math.ceil((date.value - nowMs) / 1000)) : undefined;
};
