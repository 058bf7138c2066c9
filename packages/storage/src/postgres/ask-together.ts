import type { Awaitable } from "../awaitable.ts";
import { limits } from "../limits.ts";

/**
 * The same question, asked by many at once, as one. Whoever asks while it is under way waits for
 * the next, so that an answer is never older than the asking. A question that a silent database
 * leaves open is waited for a moment only: it must not add its time to that of the next.
 *
 * Once an answer is there it also serves those it lets go on, for as long as they go on without
 * waiting for anything else: they began before the question was asked, and nothing else can begin
 * in between. So a request that has several things to look up asks once.
 */
export const askTogether = <T>(ask: () => Promise<T>): (() => Awaitable<T>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let fresh: { readonly answer: T } | undefined;
  const askNext = async (): Promise<T> => {
    await endOrPatience(underWay);
    next = undefined;
    const asked = ask();
    underWay = asked.catch(() => {});
    const answer = await asked;
    fresh = { answer };
    // Comes after all that goes on from here, and before the next event is looked at.
    process.nextTick(() => {
      fresh = undefined;
    });
    return answer;
  };
  return () => {
    if (fresh !== undefined) return fresh.answer;
    next ??= askNext();
    return next;
  };
};

const endOrPatience = (underWay: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, limits.postgresPatienceMs);
    underWay.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
