import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import {
  auditRetentionPollMs,
  auditSealCheckMs,
  auditWriteMs,
  housekeepingMs,
  outcomePollMs,
  workCheckMs,
} from "../../configuration/constants.ts";
import type { BatchScheduler } from "../../payments/batches/batch-scheduler.ts";
import { forgetOldRequests } from "../stored-data/forget-old-rows.ts";
import { readRetentionMs } from "../stored-data/retention-ms.ts";
import { type BackgroundJobs, skipped } from "./background-jobs.ts";
import type { JobLease } from "./job-lease.ts";

/** Payments that processes of this database may have left. */
interface PaymentWork {
  readonly scheduler: BatchScheduler;
  readonly deliver: (stopping: AbortSignal) => Promise<number>;
}

/** Starts the background jobs of this process. Those `forAll` run in one process at a time. */
export const startBackgroundJobs = (
  jobs: BackgroundJobs,
  lease: JobLease,
  { scheduler, deliver }: PaymentWork,
  bank: Bank,
): void => {
  const forAll = (ms: number, name: string, job: (stopping: AbortSignal) => Awaitable<unknown>) =>
    jobs.every(ms, name, (stopping) =>
      andThen(lease.isMine(), (isMine) => (isMine ? job(stopping) : skipped)),
    );
  forAll(workCheckMs, "outbox", (stopping) =>
    andThen<boolean, unknown>(
      scheduler.work.hasInstructions(),
      (isDue) => isDue && deliver(stopping),
    ),
  );
  jobs.every(workCheckMs, "batches", async (stopping) => {
    if (!scheduler.hasForgotten && !(await lease.isMine())) return skipped;
    return scheduler.tick(stopping);
  });
  forAll(housekeepingMs, "housekeeping", () => forgetOldRequests(bank));
  const { audit } = bank;
  if (audit !== undefined) {
    jobs.every(auditWriteMs, "audit", () => audit.hasUnwritten && audit.flush());
    jobs.every(auditSealCheckMs, "audit seal", () => audit.sealIfDue());
    forAll(housekeepingMs, "audit left", () => audit.sealLeft());
    forAll(auditRetentionPollMs, "audit retention", () =>
      audit.deleteExpired(readRetentionMs(bank.configuration).audit),
    );
  }
  // If the bank's batches run the clearing, they collect the outcomes too.
  if (bank.coreBank.runClearing === undefined) {
    forAll(outcomePollMs, "outcomes", (stopping) => scheduler.collect(stopping));
  }
};
