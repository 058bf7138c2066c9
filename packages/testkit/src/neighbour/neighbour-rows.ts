import { neighbourRows } from "./neighbour-ids.ts";
import { neighbourValue } from "./neighbour-values.ts";

export interface NamedColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of each table, in the order of their declaration. */
export type TableColumns = ReadonlyMap<string, readonly NamedColumn[]>;

/** Tables in which the neighbour has no rows. */
const withoutNeighbour: readonly { readonly tables: RegExp; readonly because: string }[] = [
  { tables: /^(migration|migration_step)$/, because: "lists what was done to the database" },
  { tables: /^(database_owner|job_lease|sandbox_opening)$/, because: "has one row at most" },
  { tables: /^(tpp|sandbox_world)$/, because: "a world that is listed there gets jobs of its own" },
  { tables: /^sandbox_template$/, because: "a template is looked for under its month" },
  { tables: /^(audit|kpi)_/, because: "belongs to the bank and not to a world" },
];

/** The first column of a table without worlds that tells whose row it is. */
const owningColumns = ["world_id", "tpp_id", "duplicate_key", "subject_id"];

/** A table in which the neighbour lives, with its rows. */
export interface NeighbourTable {
  readonly name: string;
  readonly inserts: readonly string[];
  /** A condition for the neighbour's rows; `row` is the name of the row. */
  owned(row: string): string;
}

/** Makes the neighbour's rows from the names and types of the columns, in SQL for both engines. */
export const neighbourTables = (tables: TableColumns): readonly NeighbourTable[] =>
  [...tables].flatMap(([name, columns]) => {
    const owning = owningColumns.find((each) => columns.some((column) => column.name === each));
    if (owning === undefined || withoutNeighbour.some(({ tables: own }) => own.test(name))) {
      return [];
    }
    const ids = Array.from({ length: neighbourRows }, (_, row) =>
      literal(neighbourValue(name, owning, "text", row)),
    );
    const owned = (row: string) => `${row}.${owning} in (${[...new Set(ids)].join(", ")})`;
    return [{ name, inserts: insertsOf(name, columns), owned }];
  });

const insertsOf = (table: string, columns: readonly NamedColumn[]): readonly string[] => {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  return Array.from({ length: neighbourRows }, (_, row) => {
    const values = columns.map(({ name, type }) => literal(neighbourValue(table, name, type, row)));
    return `insert into ${table} (${names}) values (${values.join(", ")}) on conflict do nothing`;
  });
};

const literal = (value: string | number | null): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
