import type { WorldId } from "@varde/bank";
import {
  all,
  createStatement,
  type Row,
  type Statement,
  type Unit,
  type Value,
  type WorldTable,
  worldCondition,
} from "@varde/storage";
import type { WorldRows } from "./snapshot-text.ts";

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
 * Returns a function that inserts saved values of these columns into a world; undefined if a column
 * cannot be one of the table.
 */
export function prepareInsertion(
  table: WorldTable,
  worldId: WorldId,
  columns: readonly string[],
): ((values: readonly Value[]) => Statement) | undefined {
  const own = table.where === undefined ? [["world_id", worldId] as const] : [];
  const added = new Map<string, Value>([...own, ...Object.entries(table.machine ?? {})]);
  const isColumn = (name: string) => columnName.test(name) && !added.has(name);
  if (!columns.every(isColumn) || new Set(columns).size < columns.length) return undefined;
  const names = [...added.keys(), ...columns];
  const marks = names.map(() => "?").join(", ");
  const text = `insert into ${table.name} (${names.join(", ")}) values (${marks})`;
  return (values) => createStatement(text, [...added.values(), ...values]);
}
