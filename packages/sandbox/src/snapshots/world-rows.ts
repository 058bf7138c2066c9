import type { WorldId } from "@varde/bank";
import {
  all,
  createStatement,
  type Engine,
  one,
  type Row,
  type Statement,
  type Unit,
  type Value,
  type WorldTable,
  worldCondition,
} from "@varde/storage";
import type { WorldRows } from "./snapshot-text.ts";

export function* countWorldRows(table: WorldTable, worldId: WorldId): Unit<number> {
  const row = yield* one<{ count: bigint }>(
    createStatement(`select count(*) as count from ${table.name} where ${worldCondition(table)}`, [
      worldId,
    ]),
  );
  return Number(row?.count ?? 0n);
}

/** Returns every row of a world, in the order of the key, and the columns that belong to it. */
export function* readWorldRows(table: WorldTable, worldId: WorldId): Unit<WorldRows> {
  const rows = yield* all<Row>(
    createStatement(
      `select * from ${table.name} where ${worldCondition(table)} order by ${table.key.join(", ")}`,
      [worldId],
    ),
  );
  const left = new Set(["world_id", ...Object.keys(table.machine ?? {})]);
  return { columns: Object.keys(rows[0] ?? {}).filter((name) => !left.has(name)), rows };
}

/** Checked because columns come from files that others may have written. */
const columnName = /^[a-z][a-z_]*$/;

/**
 * Returns a function that inserts saved rows of these columns into a world; undefined if a column
 * cannot be one of the table. PostgreSQL gets all rows in one statement, because there a statement
 * costs many times as much as a row.
 */
export function prepareInsertion(
  table: WorldTable,
  worldId: WorldId,
  columns: readonly string[],
  engine: Engine,
): ((rows: readonly (readonly Value[])[]) => readonly Statement[]) | undefined {
  const own = table.where === undefined ? [["world_id", worldId] as const] : [];
  const added = new Map<string, Value>([...own, ...Object.entries(table.machine ?? {})]);
  const isColumn = (name: string) => columnName.test(name) && !added.has(name);
  if (!columns.every(isColumn) || new Set(columns).size < columns.length) return undefined;
  const names = [...added.keys(), ...columns];
  const list = names.join(", ");
  const whole = (values: readonly Value[]) => [...added.values(), ...values];
  if (engine === "sqlite") {
    const text = `insert into ${table.name} (${list}) values (${names.map(() => "?").join(", ")})`;
    return (rows) => rows.map((values) => createStatement(text, whole(values)));
  }
  const text = `insert into ${table.name} (${list})
    select ${list} from json_populate_recordset(null::${table.name}, cast(? as json))`;
  return (rows) => [createStatement(text, [formatRecords(names, rows.map(whole))])];
}

const formatRecords = (names: readonly string[], rows: readonly (readonly Value[])[]): string =>
  JSON.stringify(
    rows.map((values) => Object.fromEntries(names.map((name, at) => [name, toText(values[at])]))),
  );

/** JSON has no bigint; PostgreSQL reads one from its digits. */
const toText = (value: Value | undefined): string | null =>
  typeof value === "bigint" ? String(value) : (value ?? null);
