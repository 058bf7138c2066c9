const dayMs = 86_400_000;

/** Lifetimes of what the sandbox's authority issues, in milliseconds. */
export const lifetimes = {
  rootMs: 20 * 365 * dayMs,
  tppMs: 2 * 365 * dayMs,
  /** Browsers and platforms refuse server certificates that live longer than 398 days. */
  serverMs: 390 * dayMs,
  /** A certificate with less than this left is made anew at the next start. */
  renewalMs: 30 * dayMs,
  /** Certificates begin in the past, so that a client whose clock is late accepts them. */
  headStartMs: dayMs,
} as const;
