/** Calls a function for each item, with at most so many calls at a time. */
export const eachAtMost = async <T>(
  most: number,
  items: readonly T[],
  call: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = items.values();
  const work = async (): Promise<void> => {
    // Workers share one iterator, so each item is taken once.
    for (const item of rest) await call(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
};
