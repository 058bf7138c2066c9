import { createStatement, perEngine, type Statement, type Value } from "../units/sql.ts";
import { one, run, type Unit } from "../units/unit.ts";
import type { WorldId } from "./id.ts";

/** Describes a table whose rows belong to worlds, for code that copies a world out and in. */
export interface WorldTable {
  readonly name: string;
  /** The columns that order its rows. */
  readonly key: readonly string[];
  /** The condition for the rows of a world; by default, that `world_id` is its id. */
  readonly where?: string;
  /** Columns that belong to the machine and not to the world, with the values to store instead. */
  readonly machine?: Readonly<Record<string, Value>>;
}

/** A table whose rows can be copied from one world to another. */
export interface CopiedTable extends WorldTable {
  readonly columnNames: readonly string[];
}

/** Copies the rows of a world into an empty one. */
export function copyWorldRows(table: CopiedTable, from: WorldId, to: WorldId): Statement {
  const { name, key } = table;
  const columns = table.columnNames.filter((column) => column !== "world_id").join(", ");
  return createStatement(
    `insert into ${name} (world_id, ${columns})
      select ?, ${columns} from ${name} where world_id = ? order by ${key.join(", ")}`,
    [to, from],
  );
}

/**
 * Makes the rows of a world those of another. It compares before it writes: a comparison costs half
 * as much as deleting and copying rows that are equal already.
 */
export function* replaceWorldRows(table: CopiedTable, from: WorldId, to: WorldId): Unit<void> {
  yield* run(deleteDifferentRows(table, from, to));
  const counts = yield* one<{ copied: bigint; present: bigint }>(
    createStatement(
      `select (select count(*) from ${table.name} where world_id = ?) as copied,
        (select count(*) from ${table.name} where world_id = ?) as present`,
      [from, to],
    ),
  );
  if (counts?.present === counts?.copied) return;
  yield* run(deleteWorldRows(table, to), copyWorldRows(table, from, to));
}

/** Deletes the rows of a world that another world does not have. */
function deleteDifferentRows(
  { name, key, columnNames }: CopiedTable,
  from: WorldId,
  to: WorldId,
): Statement {
  const conditions = columnNames
    .filter((column) => column !== "world_id")
    .map((column) => {
      const equals = key.includes(column) ? "=" : "is not distinct from";
      return ` and same.${column} ${equals} ${name}.${column}`;
    });
  return createStatement(
    `delete from ${name} where world_id = ? and not exists
      (select 1 from ${name} same where same.world_id = ?${conditions.join("")})`,
    [to, from],
  );
}

export function deleteWorldRows(table: WorldTable, worldId: WorldId): Statement {
  return createStatement(`delete from ${table.name} where ${worldCondition(table)}`, [worldId]);
}

/** Deletes at most `rowsMax` rows of a world, for units that must not take long. */
export function deleteSomeWorldRows(
  table: WorldTable,
  worldId: WorldId,
  rowsMax: number,
): Statement {
  const { name } = table;
  const found = `from ${name} where ${worldCondition(table)} limit ?`;
  const parameters = [worldId, BigInt(rowsMax)];
  return perEngine({
    sqlite: createStatement(
      `delete from ${name} where rowid in (select rowid ${found})`,
      parameters,
    ),
    postgres: createStatement(
      `delete from ${name} where ctid = any(array(select ctid ${found}))`,
      parameters,
    ),
  });
}

export const worldCondition = ({ where }: WorldTable): string => where ?? "world_id = ?";
