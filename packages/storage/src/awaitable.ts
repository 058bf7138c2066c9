/**
 * What is known already, or will be. Most of what a call asks for is remembered, and waiting for it
 * would cost more than finding it did; whoever is in no hurry just awaits it.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is known, else when it is.
 *
 * @example
 * andThen(clock.now(worldId), (now) => now >= dueAt);
 */
export const andThen = <T, R>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<R>,
): Awaitable<R> => (isLater(value) ? Promise.resolve(value).then(next) : next(value));

/** Whether it has to be waited for. Any make of promise counts: a port may be filled with one. */
export const isLater = <T>(value: Awaitable<T>): value is Promise<T> =>
  typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === "function";
