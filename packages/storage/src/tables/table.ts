import assert from "node:assert";
import { Fragment, type Statement, sql } from "../units/sql.ts";
import { all, one, type Row, type Unit } from "../units/unit.ts";
import type { Column } from "./column.ts";

interface Field {
  readonly name: string;
  readonly column: string;
  readonly as: Column<unknown>;
}

/** Some columns of a table, and the records that they are read into. */
export class Selection<T> {
  readonly columnNames: readonly string[];
  /** The columns, as they follow `select`. */
  readonly columns: Fragment;
  protected readonly fields: readonly Field[];
  /** Copied for each record: faster than adding the fields one by one. */
  readonly #blank: Readonly<Record<string, unknown>>;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.#blank = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
    this.columnNames = fields.map(({ column }) => column);
    const list = [this.columnNames.join(", ")];
    this.columns = new Fragment({ template: { sqlite: list, postgres: list }, parameters: [] });
  }

  readonly read = (row: Row): T => {
    const record = { ...this.#blank };
    for (const { name, column, as } of this.fields) {
      const value = row[column];
      if (value === undefined) assert.fail(`The statement does not select ${column}.`);
      record[name] = as.read(value);
    }
    return record as T;
  };

  /** Returns the record of the first row, if there is one. */
  *one(statement: Statement): Unit<T | undefined> {
    const row = yield* one<Row>(statement);
    return row && this.read(row);
  }

  /** Returns the record of every row. */
  *all(statement: Statement): Unit<readonly T[]> {
    return (yield* all<Row>(statement)).map(this.read);
  }
}

/** A table with all columns that its records have. */
export class Table<T> extends Selection<T> {
  readonly name: string;
  readonly #insert: TemplateStringsArray;

  constructor(name: string, fields: readonly Field[]) {
    super(fields);
    this.name = name;
    const between = fields.slice(1).map(() => ", ");
    const strings = [
      `insert into ${name} (${this.columnNames.join(", ")}) values (`,
      ...between,
      ")",
    ];
    this.#insert = Object.assign(strings, { raw: strings });
  }

  /** Inserts a record. As a fragment it can begin a statement that continues: `on conflict …`. */
  readonly insert = (record: T): Fragment => {
    const values = record as Readonly<Record<string, unknown>>;
    return new Fragment(
      sql(this.#insert, ...this.fields.map(({ name, as }) => as.write(values[name]))),
    );
  };

  /** Selects some of the columns, in the order of the names. */
  pick<K extends keyof T & string>(...names: readonly K[]): Selection<Pick<T, K>> {
    const fields = new Map(this.fields.map((field) => [field.name, field]));
    return new Selection([...new Set(names)].flatMap((name) => fields.get(name) ?? []));
  }
}

/** The record of a table or of some of its columns. */
export type RecordOf<S> = S extends Selection<infer T> ? T : never;

type Columns = Readonly<Record<string, Column<unknown>>>;
type Fields<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never;
};

/**
 * Declares a table once: the type of its records, how rows are read into them, what an insert
 * writes and the list of its columns.
 *
 * @example
 * const noteTable = table("note", { noteId: text(), createdAt: integer, title: optional(text()) });
 * interface Note extends RecordOf<typeof noteTable> {}
 * noteTable.insert(note);
 * noteTable.all(sql`select * from note where created_at > ${since}`);
 * const titles = noteTable.pick("noteId", "title");
 * titles.one(sql`select ${titles.columns} from note where note_id = ${noteId}`);
 */
export const table = <C extends Columns>(name: string, columns: C): Table<Fields<C>> =>
  new Table(
    name,
    Object.entries(columns).map(([field, as]) => ({
      name: field,
      column: as.name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      as,
    })),
  );
