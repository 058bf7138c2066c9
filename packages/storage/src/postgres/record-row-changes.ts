import { keySeparator, type RowGroups } from "../read-cache.ts";
import type { Migration } from "../storage.ts";

/**
 * A log of the changed row groups, written by triggers in the transaction that changes them,
 * whichever program runs it. It is only appended to, so that writers never wait for each other.
 * The first row is there so that the log is never empty.
 */
export const rowChanges: Migration = {
  system: "storage",
  name: "002-row-changes",
  oldestVersion: "0.1.0",
  statements: [
    `create table row_change (
      id text not null primary key default cast(gen_random_uuid() as text),
      transaction_id integer not null
        default cast(cast(pg_current_xact_id() as text) as bigint),
      recorded_at integer not null
        default cast(extract(epoch from clock_timestamp()) * 1000 as bigint),
      topic text not null,
      row_group text
    )`,
    "create index row_change_by_transaction on row_change (transaction_id)",
    "insert into row_change (topic) values ('')",
    `create function record_row_change() returns trigger language plpgsql as $$
    declare
      changed jsonb[] := '{}';
    begin
      if tg_op in ('UPDATE', 'DELETE') then changed := array_append(changed, to_jsonb(old)); end if;
      if tg_op in ('UPDATE', 'INSERT') then changed := array_append(changed, to_jsonb(new)); end if;
      insert into row_change (topic, row_group)
        select distinct tg_table_name || '(' || array_to_string(tg_argv, ',') || ')', (
          select string_agg(one.row_data ->> part.name, chr(${keySeparator}) order by part.place)
          from unnest(tg_argv) with ordinality as part (name, place)
        )
        from unnest(case when tg_op = 'TRUNCATE' then '{null}' else changed end)
          as one (row_data);
      return null;
    end $$`,
  ],
};

/**
 * Statements for a migration: record the changes of these row groups, so that caches can depend on
 * them. They do nothing on SQLite, which needs no record.
 */
export const recordRowChanges = ({ table, key, columns }: RowGroups): readonly string[] => {
  const update = columns === undefined ? "update" : `update of ${columns.join(", ")}`;
  const record = `execute function record_row_change(${key.map((name) => `'${name}'`).join(", ")})`;
  const name = triggerName(key);
  return [
    `/* postgres only */ create trigger ${name} after insert or delete or ${update}
      on ${table} for each row ${record}`,
    `/* postgres only */ create trigger ${name}_truncate after truncate
      on ${table} for each statement ${record}`,
  ];
};

const triggerName = (key: readonly string[]): string => `record_change_by_${key.join("_")}`;

export const recordName = ({ table, key }: RowGroups): string => `${table} ${triggerName(key)}`;
