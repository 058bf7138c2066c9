/** The numbers of this package; most are defaults that `createTppClient` lets its caller change. */
export const timeoutMsDefault = 30_000;

export const retryDefaults = {
  attemptsMax: 4,
  delayMs: 250,
  delayMsMax: 5_000,
  retryAfterMsMax: 30_000,
} as const;

export const waitDefaults = { timeoutMs: 60_000, intervalMs: 1_000 } as const;

/** How long the last question of a wait may take, which is asked when the time is up. */
export const lastAnswerMsMax = 1_000;

/** A timer that is set for longer goes off at once. */
export const timerMsMax = 2 ** 31 - 1;

/** An answer beyond this size is no answer of this interface. */
export const answerBytesMax = 32 * 1024 * 1024;
