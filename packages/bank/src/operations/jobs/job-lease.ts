import {
  type Awaitable,
  conclude,
  databaseNow,
  fragment,
  one,
  run,
  sql,
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
  readonly #bank: Pick<Bank, "storage">;
  readonly #owner: string;
  /** Reads a clock that is never set, unlike that of the machine. */
  readonly #elapsedMs: () => number;
  /** Differs between banks, so that those of one process do not all renew at once. */
  readonly #pace = 0.9 + 0.1 * Math.random();
  #isMine = false;
  #looksAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(
    bank: Pick<Bank, "storage" | "ids">,
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
    const { storage } = this.#bank;
    const heldMs = this.#isMine ? 0 : await storage.read(readHeldMs);
    this.#isMine = heldMs <= 0 && (await storage.write(() => claimLease(this.#owner)));
    const waitMs = (this.#isMine ? renewMs : lookMs) * this.#pace;
    this.#looksAt = this.#elapsedMs() + (heldMs > 0 ? Math.min(waitMs, heldMs) : waitMs);
  }
}

/** How long the lease lasts without being renewed. */
const leaseMs = 15_000;
/** How long a process holds the lease before another one may take it over. */
const termMs = 60_000;

/**
 * Whether the lease is over. One that ends later than any can was given before the database's clock
 * was set back.
 */
const isOver = fragment`(job_lease.claimed_until <= ${databaseNow}
  or job_lease.term_ends_at <= ${databaseNow}
  or job_lease.claimed_until > ${databaseNow} + ${leaseMs})`;

/** Returns how long a process still holds the lease; 0 if another one may take it. */
function* readHeldMs(): Unit<number> {
  const held = yield* one<{ left_ms: bigint; term_ms: bigint }>(
    sql`select claimed_until - ${databaseNow} as left_ms, term_ends_at - ${databaseNow} as term_ms
      from job_lease where not ${isOver}`,
  );
  return held === undefined ? 0 : Math.min(Number(held.left_ms), Number(held.term_ms));
}

/** Takes the lease if it is free, or renews it. Returns false if another process holds it. */
function* claimLease(owner: string): Unit<boolean> {
  const [claim] = yield* conclude(
    sql`insert into job_lease (only_row, owner, claimed_until, term_ends_at)
      values (1, ${owner}, ${databaseNow} + ${leaseMs}, ${databaseNow} + ${termMs})
      on conflict (only_row) do update
        set owner = excluded.owner, claimed_until = excluded.claimed_until, term_ends_at =
          case job_lease.owner when excluded.owner then job_lease.term_ends_at
            else excluded.term_ends_at end
        where job_lease.owner = excluded.owner or ${isOver}`,
  );
  return claim?.changes === 1n;
}

function* releaseLease(owner: string): Unit<void> {
  yield* run(sql`delete from job_lease where owner = ${owner}`);
}
