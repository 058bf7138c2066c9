import type { Awaitable } from "../awaitable.ts";
import { storageLimits } from "../storage-limits.ts";

/**
 * Sends a query once for all callers that ask at the same time. A caller that asks while the query
 * is running waits for the next one, so that a result is never older than the call. A query
 * that a silent database leaves open is waited for only briefly, so that its delay is not added
 * to that of the next.
 *
 * A result also serves the callers it resumes, for as long as they continue without waiting for
 * anything else: they started before the query was sent, and nothing else can start in between. So
 * a request with several lookups sends one query.
 */
export const shareQuery = <T>(send: () => Promise<T>): (() => Awaitable<T>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let fresh: { readonly result: T } | undefined;
  const sendNext = async (): Promise<T> => {
    await settledOrTimedOut(underWay);
    next = undefined;
    const sent = send();
    underWay = sent.catch(() => {});
    const result = await sent;
    fresh = { result };
    // Runs after everything that continues from here, and before the next event.
    process.nextTick(() => {
      fresh = undefined;
    });
    return result;
  };
  return () => {
    if (fresh !== undefined) return fresh.result;
    next ??= sendNext();
    return next;
  };
};

const settledOrTimedOut = (underWay: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, storageLimits.postgresPatienceMs);
    underWay.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
