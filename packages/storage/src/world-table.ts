import { type Parameter, type Statement, sql, type Value } from "./sql.ts";
import { all, type Row, type Unit } from "./unit.ts";

/** A table whose rows belong to worlds, as far as it takes to copy a world out and in. */
export interface WorldTable {
  readonly name: string;
  /** The columns that order its rows. */
  readonly key: readonly string[];
  /** Which rows are of a world; left out, those with its id in world_id. */
  readonly where?: string;
  /** Columns that tell of the machine and not of the world, with what they are set to instead. */
  readonly machine?: Readonly<Record<string, Value>>;
}

const templates = new Map<string, TemplateStringsArray>();

/** A text with a question mark for each parameter, as one template for ever. */
function statementOf(text: string, parameters: readonly Parameter[]): Statement {
  let strings = templates.get(text);
  if (strings === undefined) {
    const parts = text.split("?");
    strings = Object.assign(parts, { raw: parts });
    templates.set(text, strings);
  }
  return sql(strings, ...parameters);
}

/** Every row of a world, in the order of the key, without what tells of the machine. */
export function* readTable(table: WorldTable, worldId: string): Unit<readonly Row[]> {
  const rows = yield* all<Row>(
    statementOf(
      `select * from ${table.name} where ${whereOf(table)} order by ${table.key.join(", ")}`,
      [worldId],
    ),
  );
  const left = new Set(["world_id", ...Object.keys(table.machine ?? {})]);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name))),
  );
}

export function clearTable(table: WorldTable, worldId: string): Statement {
  return statementOf(`delete from ${table.name} where ${whereOf(table)}`, [worldId]);
}

/** Columns come from files of others, so their names are not taken on trust. */
const columnName = /^[a-z][a-z_]*$/;

/** Puts a row back into a world. */
export function insertRow(table: WorldTable, worldId: string, row: Row): Statement {
  const isOfWorld = table.where === undefined;
  const whole: Row = { ...(isOfWorld ? { world_id: worldId } : {}), ...row, ...table.machine };
  const columns = Object.keys(whole);
  const odd = columns.find((name) => !columnName.test(name));
  if (odd !== undefined) throw new Error(`${table.name} has no column ${JSON.stringify(odd)}`);
  const marks = columns.map(() => "?").join(", ");
  return statementOf(
    `insert into ${table.name} (${columns.join(", ")}) values (${marks})`,
    Object.values(whole),
  );
}

const whereOf = ({ where }: WorldTable): string => where ?? "world_id = ?";
