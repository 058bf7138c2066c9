/** The numbers of this package that `createTppClient` lets its caller change. */
export const timeoutMsDefault = 30_000;

export const retryDefaults = {
  attemptsMax: 4,
  delayMs: 250,
  delayMsMax: 5_000,
  retryAfterMsMax: 30_000,
} as const;

export const waitDefaults = { timeoutMs: 60_000, intervalMs: 1_000 } as const;

/** An answer beyond this size is no answer of this interface. */
export const answerBytesMax = 32 * 1024 * 1024;
