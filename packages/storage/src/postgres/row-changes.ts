import assert from "node:assert";
import { type RowGroups, topicOf } from "../read-cache.ts";
import { storageLimits } from "../storage-limits.ts";
import { sql } from "../units/sql.ts";
import { all, run, type Unit } from "../units/unit.ts";

interface ChangeRow {
  /** Transactions below this one have ended: whatever they changed is visible. */
  readonly horizon: bigint;
  /** The newest change below the horizon. */
  readonly newest: string | null;
  readonly has_anchor: bigint;
  readonly id: string | null;
  readonly topic: string | null;
  readonly row_group: string | null;
}

type Listener = (group: string | null) => void;

/**
 * Follows the log. Ids of transactions are not in the order of their commits, so each question
 * starts at the horizon of the one before: what was not visible then is at or above it. Changes
 * that are returned again because of that are recognised by their ids. The anchor, a change below
 * the horizon, must still be in the log. If it is not, the log has been pruned past this process or
 * an older database was restored, and everything cached is forgotten.
 */
export class RowChanges {
  readonly #listeners = new Map<string, Listener[]>();
  #horizon = 0n;
  #anchor = "";
  #seen: ReadonlySet<string | null> = new Set();

  listen(groups: RowGroups, listener: Listener): void {
    const topic = topicOf(groups);
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /**
   * Reads the changes since the last question; `apply` reports them to the listeners. They are
   * ordered so that PostgreSQL uses the index even before it has statistics of the table.
   */
  readonly read = (): Unit<readonly ChangeRow[]> =>
    all<ChangeRow>(sql`
      select now.horizon, (
          select id from row_change where transaction_id < now.horizon
          order by transaction_id desc limit 1
        ) as newest,
        (select count(*) from row_change where id = ${this.#anchor}) as has_anchor,
        change.id, change.topic, change.row_group
      from (
        select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint) as horizon
      ) as now
      left join (
        select id, topic, row_group from row_change where transaction_id >= ${this.#horizon}
        order by transaction_id limit ${storageLimits.postgresChangesMax}
      ) as change on true`);

  apply(rows: readonly ChangeRow[]): void {
    const [first] = rows;
    assert(first !== undefined, "The question for row changes returns at least one row.");
    const isRestart = first.has_anchor === 0n || rows.length >= storageLimits.postgresChangesMax;
    if (isRestart) this.#invalidateAll();
    else this.#invalidate(rows);
    this.#seen = new Set(rows.map(({ id }) => id));
    // Two queries may overlap; the result that arrives last may be the older one.
    if (isRestart || first.horizon > this.#horizon) this.#horizon = first.horizon;
    this.#anchor = first.newest ?? "";
  }

  #invalidate(rows: readonly ChangeRow[]): void {
    for (const { id, topic, row_group } of rows) {
      if (id === null || topic === null || this.#seen.has(id)) continue;
      for (const listener of this.#listeners.get(topic) ?? []) listener(row_group);
    }
  }

  #invalidateAll(): void {
    for (const listener of [...this.#listeners.values()].flat()) listener(null);
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
