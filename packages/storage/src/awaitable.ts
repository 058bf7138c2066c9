/**
 * A value, or a promise of it. Most of what a request looks up is cached, and waiting for a promise
 * costs more than the lookup. Code that is not on the path of every request just awaits it.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value: synchronously if it is known, otherwise when the promise is resolved.
 *
 * @example
 * andThen(clock.now(worldId), (now) => now >= dueAt);
 */
export const andThen = <T, R>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<R>,
): Awaitable<R> => (isPromise(value) ? Promise.resolve(value).then(next) : next(value));

/** Returns the values, or a promise of them if one of them must be awaited. */
export const allOf = <T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> =>
  values.every(isKnown<T>) ? values : Promise.all(values);

const isKnown = <T>(value: Awaitable<T>): value is T => !isPromise(value);

/** Returns whether the value must be awaited. Any thenable counts: a port may return its own. */
export const isPromise = <T>(value: Awaitable<T>): value is Promise<T> =>
  typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === "function";
