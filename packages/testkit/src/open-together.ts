/**
 * Waits for things that are being opened at the same time and puts them on the stack, so that they
 * are closed with it. If one of them fails, the others are on the stack before this throws.
 */
export const openTogether = async <T extends readonly AsyncDisposable[]>(
  stack: AsyncDisposableStack,
  opening: { readonly [K in keyof T]: Promise<T[K]> },
): Promise<T> => {
  const results = await Promise.allSettled(opening);
  for (const result of results) if (result.status === "fulfilled") stack.use(result.value);
  return (await Promise.all(opening)) as unknown as T;
};
