import {
  type Awaitable,
  conclude,
  integer,
  run,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { Bank } from "../../bank.ts";

const renewMs = 6_000;
/** How often a process without the lease looks whether it was released; expiry it knows. */
const lookMs = 10_000;

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
  /** Differs between banks, so that those of one process do not all renew at once. */
  readonly #pace = 0.9 + 0.1 * Math.random();
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
  isMine(): Awaitable<boolean> {
    if (this.#bank.storage.engine === "sqlite") return true;
    if (this.#elapsedMs() < this.#looksAt) return this.#isMine;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking.then(() => this.#isMine);
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
    const heldMs = this.#isMine ? 0 : (await storage.read(readLeaseEnd)) - now;
    this.#isMine = heldMs <= 0 && (await storage.write(() => claimLease(this.#owner, now)));
    const waitMs = (this.#isMine ? renewMs : lookMs) * this.#pace;
    this.#looksAt = this.#elapsedMs() + (heldMs > 0 ? Math.min(waitMs, heldMs) : waitMs);
  }
}

const jobLeaseTable = table("job_lease", {
  onlyRow: integer,
  owner: text(),
  claimedUntil: integer,
  termEndsAt: integer,
});

/** How long the lease lasts without being renewed. */
const leaseMs = 15_000;
/** How long a process holds the lease before another one may take it over. */
const termMs = 60_000;

/** Returns when a process may take the lease from the one that holds it; 0 if nobody does. */
function* readLeaseEnd(): Unit<number> {
  const held = yield* jobLeaseTable.one(sql`select * from job_lease`);
  return held === undefined ? 0 : Math.min(held.claimedUntil, held.termEndsAt);
}

/** Takes the lease if it is free, or renews it. Returns false if another process holds it. */
function* claimLease(owner: string, now: number): Unit<boolean> {
  const [claim] = yield* conclude(
    sql`${jobLeaseTable.insert({
      onlyRow: 1,
      owner,
      claimedUntil: now + leaseMs,
      termEndsAt: now + termMs,
    })} on conflict (only_row) do update
        set owner = excluded.owner, claimed_until = excluded.claimed_until, term_ends_at =
          case job_lease.owner when excluded.owner then job_lease.term_ends_at
            else excluded.term_ends_at end
        where job_lease.owner = excluded.owner or job_lease.claimed_until <= ${now}
          or job_lease.term_ends_at <= ${now}`,
  );
  return claim?.changes === 1n;
}

function* releaseLease(owner: string): Unit<void> {
  yield* run(sql`delete from job_lease where owner = ${owner}`);
}
