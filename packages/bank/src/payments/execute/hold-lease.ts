import type { Bank } from "../../bank.ts";

/** A lease that is renewed while the work that needs it continues. */
export interface Lease {
  /** Returns false once another process has taken over. */
  isMine(): boolean;
  release(): void;
}

/** Renews a lease at an interval until it is released, and notices when it was lost. */
export const holdLease = (
  renew: () => Promise<boolean>,
  everyMs: number,
  { log }: Pick<Bank, "log">,
): Lease => {
  let isMine = true;
  const timer = setInterval(() => {
    renew().then(
      (isRenewed) => {
        isMine &&= isRenewed;
      },
      (error: unknown) => log.warn({ err: error }, "lease renewal failed"),
    );
  }, everyMs);
  timer.unref();
  return { isMine: () => isMine, release: () => clearInterval(timer) };
};
