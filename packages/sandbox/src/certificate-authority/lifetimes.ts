const dayMs = 86_400_000;

/** Lifetimes of the certificates that the sandbox's authority issues, in milliseconds. */
export const lifetimes = {
  rootMs: 20 * 365 * dayMs,
  tppMs: 2 * 365 * dayMs,
  /** Browsers and platforms refuse server certificates that are valid for more than 398 days. */
  serverMs: 390 * dayMs,
  /** Remaining lifetime below which a certificate is renewed at the next start. */
  renewalMs: 30 * dayMs,
  /** Certificates start in the past, so that a client whose clock is behind accepts them. */
  headStartMs: dayMs,
} as const;
