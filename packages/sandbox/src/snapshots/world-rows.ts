import type { WorldId } from "@varde/bank";
import {
  all,
  createStatement,
  type Row,
  type Statement,
  type Unit,
  type WorldTable,
  worldCondition,
} from "@varde/storage";

/** Returns every row of a world, in the order of the key, without the columns of the machine. */
export function* readWorldRows(table: WorldTable, worldId: WorldId): Unit<readonly Row[]> {
  const rows = yield* all<Row>(
    createStatement(
      `select * from ${table.name} where ${worldCondition(table)} order by ${table.key.join(", ")}`,
      [worldId],
    ),
  );
  const left = new Set(["world_id", ...Object.keys(table.machine ?? {})]);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name))),
  );
}

/** Checked because columns come from files that others may have written. */
const columnName = /^[a-z][a-z_]*$/;

/** Inserts a saved row into a world. */
export function insertWorldRow(table: WorldTable, worldId: WorldId, row: Row): Statement {
  const isOfWorld = table.where === undefined;
  const whole: Row = { ...(isOfWorld ? { world_id: worldId } : {}), ...row, ...table.machine };
  const columns = Object.keys(whole);
  const malformed = columns.find((name) => !columnName.test(name));
  if (malformed !== undefined) {
    throw new Error(`${table.name} has no column ${JSON.stringify(malformed)}`);
  }
  const marks = columns.map(() => "?").join(", ");
  return createStatement(
    `insert into ${table.name} (${columns.join(", ")}) values (${marks})`,
    Object.values(whole),
  );
}
