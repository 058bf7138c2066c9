import type { Bank } from "../../bank.ts";
import { claimLease, isLeaseFree, releaseLease } from "./job-lease-store.ts";

const renewMs = 2_000;
/** How often a process without the lease looks whether it is free. */
const lookMs = 5_000;

/**
 * Decides which of the processes on one PostgreSQL database runs the jobs that one can run for all,
 * so that idle processes do not all ask the same questions. It only saves work: each job is also
 * correct if two processes run it.
 *
 * After a minute, another process may take the lease over. If a process cannot do its jobs for a
 * reason of its own, others therefore do them soon.
 */
export class JobLease {
  readonly #bank: Pick<Bank, "storage" | "clock">;
  readonly #owner: string;
  /** Reads a clock that is never set, unlike that of the machine. */
  readonly #elapsedMs: () => number;
  #isMine = false;
  #looksAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(
    bank: Pick<Bank, "storage" | "clock" | "ids">,
    elapsedMs: () => number = () => performance.now(),
  ) {
    this.#bank = bank;
    this.#elapsedMs = elapsedMs;
    this.#owner = bank.ids.newId();
  }

  /** Returns whether this process runs the jobs now. On SQLite there is no other process. */
  async isMine(): Promise<boolean> {
    if (this.#bank.storage.engine === "sqlite") return true;
    if (this.#elapsedMs() >= this.#looksAt) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#isMine;
  }

  /** Leaves the jobs to the next process that looks. */
  async release(): Promise<void> {
    if (!this.#isMine) return;
    this.#isMine = false;
    await this.#bank.storage.write(() => releaseLease(this.#owner));
  }

  async #look(): Promise<void> {
    const { storage, clock } = this.#bank;
    const now = clock.machineNow();
    const mayClaim = this.#isMine || (await storage.read(() => isLeaseFree(now)));
    this.#isMine = mayClaim && (await storage.write(() => claimLease(this.#owner, now)));
    this.#looksAt = this.#elapsedMs() + (this.#isMine ? renewMs : lookMs);
  }
}
