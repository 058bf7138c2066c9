import type { Migration } from "../storage.ts";

/**
 * The counters of version 0.1.0, one per table. Row changes have replaced them, and contract steps
 * remove their triggers.
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

/** Statements of migrations that version 0.1.0 has run: count the changes of a table. */
export const countChanges = (table: string, columns: readonly string[] = []): readonly string[] => [
  `/* postgres only */ insert into table_change (table_name, shard, changes)
    values ('${table}', 0, 0)`,
  `/* postgres only */ create trigger count_changes
    after insert or delete or truncate or
      update ${columns.length > 0 ? `of ${columns.join(", ")}` : ""}
    on ${table} for each statement execute function count_table_change()`,
];

/**
 * Statements for a contract step: stop counting. A process of version 0.1.0 that still runs finds
 * its counter gone and fails, so that it does not serve stale values.
 */
export const stopCountingChanges = (table: string): readonly string[] => [
  `/* postgres only */ drop trigger count_changes on ${table}`,
  `/* postgres only */ delete from table_change where table_name = '${table}'`,
];
