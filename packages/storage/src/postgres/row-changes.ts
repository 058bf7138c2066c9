import assert from "node:assert";
import { type RowGroups, topicOf } from "../read-cache.ts";
import { storageLimits } from "../storage-limits.ts";
import { jsonRows } from "../units/in-list.ts";
import { databaseNow, fragment, type Statement, sql } from "../units/sql.ts";
import { all, one, run, type Unit } from "../units/unit.ts";

interface ChangeRow {
  /** The view of this question: "xmin:xmax:" and the transactions in between that were open. */
  readonly snapshot: string;
  /** When the server started, which is different after another one has taken over. */
  readonly server: string;
  /** The newest change below the horizon. */
  readonly newest: string | null;
  readonly has_anchor: bigint;
  readonly id: string | null;
  readonly topic: string | null;
  readonly row_group: string | null;
  readonly clock_ms: bigint;
}

type Listener = (group: string | null) => void;

/** Where the next question starts. */
interface Start {
  readonly server: string;
  /** Transactions below this one have ended: whatever they changed is visible. */
  readonly horizon: bigint;
  /** Transactions from this one on had not ended. */
  readonly end: bigint;
  /** Those between the two that had not ended, of every database on the server. */
  readonly open: readonly number[];
  /** Whether to ask for what these and later ones changed, not for everything since the horizon. */
  readonly isExact: boolean;
  /** Questions are exact until the horizon is here: few changes were read since. */
  readonly exactUntil: bigint;
  readonly changesSince: number;
  /** A change below the horizon. */
  readonly anchor: string;
  readonly seen: ReadonlySet<string | null>;
}

/**
 * Follows the log. Ids of transactions are not in the order of their commits, so each question
 * starts at the horizon of the one before: what was not visible then is at or above it. Changes
 * that are returned again because of that are recognised by their ids.
 *
 * A transaction that stays open, in any database of the server, holds the horizon. Once a question
 * returns many changes, the next ones ask by the list of open transactions until the horizon has
 * passed those changes: they return each change once, and cost a little more to plan.
 *
 * The anchor must still be in the log. If it is not, the log has been pruned past this process or
 * an older database was restored, and everything cached is forgotten. The same is done when another
 * server responds or ids went back: it may use ids again that the old one had used.
 */
export class RowChanges {
  readonly #listeners = new Map<string, Listener[]>();
  #start: Start = {
    server: "",
    horizon: 0n,
    end: 0n,
    open: [],
    isExact: false,
    exactUntil: 0n,
    changesSince: 0,
    anchor: "",
    seen: new Set(),
  };

  listen(groups: RowGroups, listener: Listener): void {
    const topic = topicOf(groups);
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** Prepares a question for the changes since the last one, and what to do with its result. */
  ask(): { read(): Unit<readonly ChangeRow[]>; apply(rows: readonly ChangeRow[]): void } {
    const start = this.#start;
    return { read: () => readChanges(start), apply: (rows) => this.#apply(rows, start) };
  }

  #apply(rows: readonly ChangeRow[], asked: Start): void {
    const next = startAfter(rows, asked);
    const isRestart =
      rows[0]?.has_anchor === 0n ||
      rows.length >= storageLimits.postgresChangesMax ||
      next.server !== asked.server ||
      next.end < asked.end;
    if (isRestart) this.#invalidateAll();
    else this.#invalidate(rows, asked);
    // Questions may overlap. The changes of each count, and either start is right after both.
    if (this.#start === asked) this.#start = next;
  }

  #invalidate(rows: readonly ChangeRow[], { seen }: Start): void {
    for (const { id, topic, row_group } of rows) {
      if (id === null || topic === null || seen.has(id)) continue;
      for (const listener of this.#listeners.get(topic) ?? []) listener(row_group);
    }
  }

  #invalidateAll(): void {
    for (const listener of [...this.#listeners.values()].flat()) listener(null);
  }
}

/** Reads the changes that the last question did not see; it may have seen some of them. */
const readChanges = (start: Start): Unit<readonly ChangeRow[]> =>
  all<ChangeRow>(start.isExact ? selectExactly(start) : selectFromHorizon(start));

const selectFromHorizon = ({ anchor, horizon }: Start): Statement =>
  sql`${selectView(anchor)} left join (${selectFrom(horizon)}) as change on true`;

const selectExactly = ({ anchor, end, open }: Start): Statement =>
  sql`${selectView(anchor)} left join (
      (${selectFrom(end)})
      union all
      (select late.id, late.topic, late.row_group from ${jsonRows(open)} cross join lateral (
          select id, topic, row_group from row_change
          where transaction_id = cast(cast(value as text) as bigint)
        ) as late limit ${storageLimits.postgresChangesMax})
    ) as change on true`;

const selectView = (anchor: string) =>
  fragment`select now.snapshot, now.server, (
      select id from row_change where transaction_id < now.horizon
      order by transaction_id desc limit 1
    ) as newest,
    (select count(*) from row_change where id = ${anchor}) as has_anchor,
    change.id, change.topic, change.row_group, now.clock_ms
  from (
    select cast(pg_current_snapshot() as text) as snapshot,
      cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) as horizon,
      cast(pg_postmaster_start_time() as text) as server,
      ${databaseNow} as clock_ms
  ) as now`;

/** Ordered so that PostgreSQL uses the index even before it has statistics of the table. */
const selectFrom = (transactionId: bigint) =>
  fragment`select id, topic, row_group from row_change where transaction_id >= ${transactionId}
    order by transaction_id limit ${storageLimits.postgresChangesMax}`;

/** A standby does not list what is open, so there every question starts at the horizon. */
const startAfter = (rows: readonly ChangeRow[], asked: Start): Start => {
  const [first] = rows;
  assert(first !== undefined, "The question for row changes returns at least one row.");
  const [xmin = "", xmax = "", list = ""] = first.snapshot.split(":");
  const [horizon, end] = [BigInt(xmin), BigInt(xmax)];
  const open = list === "" ? [] : list.split(",").map(Number);
  const changes = (asked.isExact ? asked.changesSince : 0) + (first.id === null ? 0 : rows.length);
  const isMany = changes > storageLimits.postgresChangesRepeatedMax;
  const exactUntil = isMany ? end : asked.exactUntil;
  return {
    server: first.server,
    horizon,
    end,
    open,
    isExact: horizon < exactUntil && open.length > 0,
    exactUntil,
    changesSince: isMany ? 0 : changes,
    anchor: first.newest ?? "",
    seen: new Set(rows.map(({ id }) => id)),
  };
};

/**
 * Measures how long the oldest transaction of the server that writes has been open, in whichever
 * database, since this process first saw it. Its start is visible to privileged roles only.
 */
export class OldestTransaction {
  #id: string | undefined;
  #seenAt = 0;

  readonly read = (): Unit<{ oldest: string; next: string } | undefined> =>
    one(sql`select cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as oldest,
      cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as next`);

  /** Returns 0 if none is open, or if nothing was written since: then it holds nothing back. */
  ageMs(seen: { readonly oldest: string; readonly next: string }, now: number): number {
    if (seen.oldest === seen.next) this.#id = undefined;
    else if (this.#id !== seen.oldest) [this.#id, this.#seenAt] = [seen.oldest, now];
    return this.#id === undefined ? 0 : now - this.#seenAt;
  }
}

/**
 * Deletes changes that every process has seen or can do without, oldest transaction first, so that
 * a process that has missed one finds its anchor gone. Also deletes changes of transactions that
 * are yet to come: they were restored from another server.
 */
export const pruneRowChanges = () =>
  run(sql`delete from row_change
    where transaction_id < (
        select max(transaction_id) from row_change
        where recorded_at < cast(extract(epoch from clock_timestamp()) * 1000 as bigint)
          - ${storageLimits.postgresChangesKeptMs}
          and transaction_id < cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)
      )
      or transaction_id >= cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint)`);
