import { integer, one, run, sql, table, text, type Unit } from "@varde/storage";

const jobLeaseTable = table("job_lease", {
  onlyRow: integer,
  owner: text(),
  claimedUntil: integer,
  termEndsAt: integer,
});

/** How long the lease lasts without being renewed. */
const leaseMs = 5_000;
/** How long a process holds the lease before another one may take it over. */
const termMs = 60_000;

/** Returns whether a process may take the lease from the one that holds it. */
export function* isLeaseFree(now: number): Unit<boolean> {
  const held = yield* one(
    sql`select owner from job_lease where claimed_until > ${now} and term_ends_at > ${now}`,
  );
  return held === undefined;
}

/** Takes the lease if it is free, or renews it. Returns false if another process holds it. */
export function* claimLease(owner: string, now: number): Unit<boolean> {
  const [claimed] = yield* run(
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
  return claimed === 1n;
}

export function* releaseLease(owner: string): Unit<void> {
  yield* run(sql`delete from job_lease where owner = ${owner}`);
}
