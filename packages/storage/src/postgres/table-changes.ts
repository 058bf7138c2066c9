import assert from "node:assert";
import { sql } from "../sql.ts";
import type { Migration } from "../storage.ts";
import { all } from "../unit.ts";

/**
 * The tables that are remembered count what is done to them, whoever does it: a count changes with
 * the commit that it counts, so whoever reads the same count twice has missed nothing in between.
 * A table counts in several rows, one for a few connections each, since a row is locked until the
 * commit and would let all that write the table wait for each other. It goes up by any number:
 * after an older database was put back under a process that goes on, other changes must not bring
 * it to where it was.
 */
export const tableChanges: Migration = {
  system: "storage",
  name: "001-table-changes",
  statements: [
    `create table table_change (
      table_name text not null,
      shard integer not null,
      changes integer not null,
      primary key (table_name, shard)
    )`,
    `create function count_table_change() returns trigger language plpgsql as $$
    declare
      step bigint := 1 + floor(random() * 1000000);
    begin
      insert into table_change (table_name, shard, changes)
        values (tg_table_name, pg_backend_pid() % 16, step)
        on conflict (table_name, shard) do update set changes = table_change.changes + step;
      return null;
    end $$`,
  ],
};

/**
 * Statements for a migration, which have a table count its changes: those to some columns if they
 * are named, and rows that come and go. Nothing on SQLite, which counts by itself.
 */
export const countChanges = (table: string, columns: readonly string[] = []): readonly string[] => [
  `/* postgres only */ insert into table_change (table_name, shard, changes)
    values ('${table}', 0, 0)`,
  `/* postgres only */ create trigger count_changes
    after insert or delete or truncate or
      update ${columns.length > 0 ? `of ${columns.join(", ")}` : ""}
    on ${table} for each statement execute function count_table_change()`,
];

/** Where the count of each table stands. */
export type Changes = ReadonlyMap<string, number>;

/** Answers where the counts stand. */
export function* readChanges() {
  const rows = yield* all<{ readonly table_name: string; readonly changes: bigint }>(
    sql`select table_name, cast(sum(changes) as bigint) as changes
      from table_change group by table_name`,
  );
  return new Map(rows.map(({ table_name, changes }) => [table_name, Number(changes)]));
}

/** Where these stand, all in all: another number once any of them has changed. */
export const changesOf = (tables: readonly string[], changes: Changes): number =>
  tables.reduce((sum, table) => {
    const count = changes.get(table);
    assert(count !== undefined, `The table ${table} does not count its changes.`);
    return sum + count;
  }, 0);
