import type { Bank } from "../../bank.ts";

/** How long a process may leave its work without renewing the lease before another takes over. */
export const leaseMs = 10_000;
/** So many renewals in a row may fail, or be late, before a lease is lost. */
const renewalsPerLease = 5;

/** Runs work, and renews its lease until the work has ended. */
export const whileLeased = async <T>(
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
  { log }: Pick<Bank, "log">,
): Promise<T> => {
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, "lease renewal failed"));
  }, leaseMs / renewalsPerLease);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
