/** Default values; most can be changed in the options of `createTppClient`. */
export const timeoutMsDefault = 30_000;

export const retryDefaults = {
  attemptsMax: 4,
  delayMs: 250,
  delayMsMax: 5_000,
  retryAfterMsMax: 30_000,
} as const;

export const waitDefaults = { timeoutMs: 60_000, intervalMs: 1_000 } as const;

/** The time limit of the last read of a wait, which starts when the wait times out. */
export const lastReadMsMax = 1_000;

/** The longest delay of a timer; with a longer one it fires at once. */
export const timerMsMax = 2 ** 31 - 1;

/** A larger response is refused. */
export const responseBytesMax = 32 * 1024 * 1024;
