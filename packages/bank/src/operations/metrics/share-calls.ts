/**
 * Returns a function that reads once for all who ask at the same time. Whoever asks during a
 * reading waits for the next one, so that no value is older than the question.
 */
export const shareCalls = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const reading = read();
      running = reading.catch(() => undefined);
      return reading;
    });
    return next;
  };
};
