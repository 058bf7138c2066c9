import type { BackgroundJobs } from "./background-jobs.ts";
import type { Bank } from "./bank.ts";
import type { BatchScheduler } from "./batches/batch-scheduler.ts";
import {
  auditRetentionPollMs,
  auditSealPollMs,
  auditWriteMs,
  batchPollMs,
  housekeepingMs,
  outboxPollMs,
  outcomePollMs,
} from "./constants.ts";
import { forgetOldRequests } from "./retention/forget-old-requests.ts";
import { readRetentionMs } from "./retention/retention-ms.ts";

/** Starts the background jobs of this process. */
export const startBackgroundJobs = (
  jobs: BackgroundJobs,
  scheduler: BatchScheduler,
  bank: Bank,
  deliver: (stopping: AbortSignal) => Promise<number>,
): void => {
  jobs.every(outboxPollMs, "outbox", deliver);
  jobs.every(batchPollMs, "batches", (stopping) => scheduler.tick(stopping));
  jobs.every(housekeepingMs, "housekeeping", () => forgetOldRequests(bank));
  const { audit } = bank;
  if (audit !== undefined) {
    jobs.every(auditWriteMs, "audit", () => audit.flush());
    jobs.every(auditSealPollMs, "audit seal", () => audit.sealIfDue());
    jobs.every(auditRetentionPollMs, "audit retention", () =>
      audit.deleteExpired(readRetentionMs(bank.configuration).audit),
    );
  }
  // If the bank's batches run the clearing, they collect the outcomes too.
  if (bank.coreBank.runClearing === undefined) {
    jobs.every(outcomePollMs, "outcomes", (stopping) => scheduler.collect(stopping));
  }
};
