import assert from "node:assert";
import {
  buildStatement,
  Fragment,
  type Parameter,
  type Statement,
  type Value,
} from "../units/sql.ts";
import type { Row, Unit } from "../units/unit.ts";
import type { Column } from "./column.ts";
import { compileLister, compileMapper } from "./compile-mapper.ts";

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
  /** Compiled for the first record: a process reads few of the many selections. */
  #read: ((row: Row) => T) | undefined;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.columnNames = fields.map(({ column }) => column);
    const list = [this.columnNames.join(", ")];
    this.columns = new Fragment({ template: { sqlite: list, postgres: list }, parameters: [] });
  }

  readonly read = (row: Row): T => {
    this.#read ??= compileMapper(
      Object.fromEntries(
        this.fields.map(({ name, column, as }) => [
          name,
          { from: column, convert: reader(column, as) },
        ]),
      ),
    );
    return this.#read(row);
  };

  /** Returns the record of the first row, if there is one. */
  *one(statement: Statement): Unit<T | undefined> {
    const [result] = yield [statement];
    const row = result?.rows[0];
    return row && this.read(row);
  }

  /** Returns the record of every row. */
  *all(statement: Statement): Unit<readonly T[]> {
    const [result] = yield [statement];
    return (result?.rows ?? []).map(this.read);
  }
}

/** Returns a function that reads a value of the column, and fails if the row has none. */
const reader =
  (column: string, { read }: Column<unknown>) =>
  (value: Value | undefined): unknown => {
    if (value === undefined) assert.fail(`The statement does not select ${column}.`);
    return read(value);
  };

/** A table with all columns that its records have. */
export class Table<T> extends Selection<T> {
  readonly name: string;
  readonly #insert: TemplateStringsArray;
  readonly #insertNew: TemplateStringsArray;
  #write: ((record: T) => Parameter[]) | undefined;

  constructor(name: string, fields: readonly Field[]) {
    super(fields);
    this.name = name;
    const between = fields.slice(1).map(() => ", ");
    const start = [`insert into ${name} (${this.columnNames.join(", ")}) values (`, ...between];
    this.#insert = asTemplate([...start, ")"]);
    this.#insertNew = asTemplate([...start, ") on conflict do nothing"]);
  }

  /** Inserts a record. As a fragment it can begin a statement that continues: `on conflict …`. */
  readonly insert = (record: T): Fragment =>
    new Fragment(buildStatement(this.#insert, this.#values(record)));

  /** Inserts a record, unless there is a row with one of its unique keys. */
  readonly insertNew = (record: T): Statement =>
    buildStatement(this.#insertNew, this.#values(record));

  #values(record: T): Parameter[] {
    this.#write ??= compileLister(
      this.fields.map(({ name, as }) => ({ from: name, convert: as.write })),
    );
    return this.#write(record);
  }

  /** Selects some of the columns, in the order of the names. */
  pick<K extends keyof T & string>(...names: readonly K[]): Selection<Pick<T, K>> {
    const fields = new Map(this.fields.map((field) => [field.name, field]));
    return new Selection([...new Set(names)].flatMap((name) => fields.get(name) ?? []));
  }
}

const asTemplate = (strings: string[]): TemplateStringsArray =>
  Object.assign(strings, { raw: strings });

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
