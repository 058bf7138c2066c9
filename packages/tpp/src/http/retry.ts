import { isInvalid, type Operation, parseDateHeader } from "@varde/protocol";
import { type IncomingResponse, TransportFault } from "./transport.ts";

/** When and how often a call is sent again with the same X-Request-ID. */
export interface RetryPolicy {
  /**
   * The maximum number of attempts; 1 means no retries.
   *
   * @defaultValue 4
   */
  readonly attemptsMax: number;
  /**
   * The delay after the first attempt in milliseconds, doubled each time and jittered.
   *
   * @defaultValue 250
   */
  readonly delayMs: number;
  /**
   * The greatest delay in milliseconds, unless the bank asks for a longer one.
   *
   * @defaultValue 5_000
   */
  readonly delayMsMax: number;
  /**
   * The longest Retry-After of the bank that is waited for, in milliseconds. If it is longer, the
   * refusal is thrown instead.
   *
   * @defaultValue 30_000
   */
  readonly retryAfterMsMax: number;
  /**
   * Whether writes are retried after a lost response. Safe if the bank returns the stored response
   * for a known X-Request-ID; turn it off for a bank that does not.
   *
   * @defaultValue true
   */
  readonly repeatWrites: boolean;
  /**
   * Whether a call is retried if no connection to the bank could be opened.
   *
   * @defaultValue true
   */
  readonly repeatUnreachable: boolean;
}

/** The bank is overloaded, or a proxy in front of it got no response. */
const temporaryStatuses = new Set([502, 503, 504]);

/**
 * Returns whether it is safe to send an operation twice. It is not for loading test data, whose
 * responses are not stored by X-Request-ID.
 */
export const isRepeatable = (operation: Operation, policy: RetryPolicy): boolean =>
  operation.method === "GET" ||
  operation.isRepeatable === true ||
  (operation.isIdempotent && policy.repeatWrites);

/** Returns the delay before the next attempt, or undefined if there is none. */
export const retryDelayMs = (
  outcome: IncomingResponse | TransportFault,
  attempt: number,
  policy: RetryPolicy,
  nowMs: number,
): number | undefined => {
  if (attempt >= policy.attemptsMax) return undefined;
  const ceiling = Math.min(policy.delayMsMax, policy.delayMs * 2 ** (attempt - 1));
  const jittered = ceiling * (0.5 + Math.random() / 2);
  if (outcome instanceof TransportFault) {
    const { fault } = outcome;
    const isFinal = fault === "tls" || fault === "too-large";
    return isFinal || (fault === "unreachable" && !policy.repeatUnreachable) ? undefined : jittered;
  }
  if (!temporaryStatuses.has(outcome.status)) return undefined;
  // A proxy does not know how long the bank needs; a bank that is overloaded says so.
  const seconds = retryAfterSeconds(outcome, nowMs) ?? (outcome.status === 503 ? undefined : 0);
  if (seconds === undefined || seconds * 1000 > policy.retryAfterMsMax) return undefined;
  return Math.max(seconds * 1000, jittered);
};

/** Reads Retry-After, which is a number of seconds or a date, as seconds. */
export const retryAfterSeconds = (
  response: IncomingResponse,
  nowMs: number,
): number | undefined => {
  const value = response.header("retry-after");
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = parseDateHeader(value);
  return isInvalid(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
};
