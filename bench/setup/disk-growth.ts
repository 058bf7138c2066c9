import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runOnServer } from "@varde/testkit/postgres";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

type Row = Readonly<Record<string, unknown>>;
type Query = (text: string) => Promise<readonly Row[]>;

/** An index of a table: its columns, and the condition of a partial one. */
interface Index {
  readonly columns: readonly string[];
  readonly condition: string | undefined;
}

/** Bytes that an engine stores besides the values. */
interface Overhead {
  /** SQL for the size of a value. */
  readonly valueBytes: (column: string) => string;
  readonly perRow: number;
  readonly perEntry: number;
}

const overheads: Readonly<Record<"sqlite" | "postgres", Overhead>> = {
  sqlite: {
    // Times and numbers have up to six bytes, and each value a type of one or two.
    valueBytes: (column) => `case typeof(${column}) when 'null' then 1 when 'integer' then 7
      else length(cast(${column} as blob)) + 2 end`,
    perRow: 9,
    perEntry: 9,
  },
  postgres: {
    valueBytes: (column) => `coalesce(pg_column_size(${column}), 0)`,
    // The tuple header, its line pointer, and the padding of integers after texts.
    perRow: 24 + 4 + 12,
    perEntry: 8 + 4 + 6,
  },
};

/** The share of a B-tree page that is used after random insertions. */
const indexFill = 0.7;

/** Measures how a bank's database grows, and computes how it should. The bank may be running. */
export class DiskGrowth {
  readonly #query: Query;
  readonly #engine: "sqlite" | "postgres";

  constructor({ dataFolder, databaseUrl }: SandboxPlace) {
    this.#engine = databaseUrl === undefined ? "sqlite" : "postgres";
    this.#query =
      databaseUrl === undefined
        ? async (text) => querySqlite(join(dataFolder, "varde.sqlite"), text)
        : (text) => runOnServer(databaseUrl, text);
  }

  async countRows(table: string): Promise<number> {
    return this.#readNumber(`select count(*) as value from ${table}`);
  }

  /** Returns the bytes in use, without those that wait to be reused. */
  readBytes(): Promise<number> {
    return this.#readNumber(
      this.#engine === "sqlite"
        ? `select (page_count - freelist_count) * page_size as value
            from pragma_page_count, pragma_freelist_count, pragma_page_size`
        : "select pg_database_size(current_database()) as value",
    );
  }

  /** Computes the bytes of a row with its entries in indexes, from the values of existing rows. */
  async computeRowBytes(table: string): Promise<number> {
    const { valueBytes, perRow, perEntry } = overheads[this.#engine];
    const sum = (columns: readonly string[]) => columns.map(valueBytes).join(" + ");
    const entries = (await this.#listIndexes(table)).map(({ columns, condition = "true" }) => {
      const bytes = `(${sum(columns)} + ${perEntry}) / ${indexFill}`;
      return `case when ${condition} then ${bytes} else 0 end`;
    });
    const row = `${sum(await this.#listColumns(table))} + ${perRow}`;
    return this.#readNumber(`select avg(${[row, ...entries].join(" + ")}) as value from ${table}`);
  }

  async #readNumber(text: string): Promise<number> {
    return Number((await this.#query(text))[0]?.value ?? Number.NaN);
  }

  async #listColumns(table: string): Promise<readonly string[]> {
    const rows = await this.#query(
      this.#engine === "sqlite"
        ? `select name from pragma_table_info('${table}')`
        : `select column_name as name from information_schema.columns
            where table_name = '${table}'`,
    );
    return rows.map(({ name }) => String(name));
  }

  async #listIndexes(table: string): Promise<readonly Index[]> {
    const rows = await this.#query(
      this.#engine === "sqlite"
        ? `select l.name, group_concat(i.name) as columns, m.sql as text
            from pragma_index_list('${table}') l, pragma_index_info(l.name) i
            left join sqlite_master m on m.name = l.name group by l.name`
        : `select c.relname as name, string_agg(a.attname, ',') as columns,
              'where ' || pg_get_expr(x.indpred, x.indrelid) as text
            from pg_index x join pg_class c on c.oid = x.indexrelid
            join pg_attribute a on a.attrelid = x.indexrelid
            where x.indrelid = '${table}'::regclass group by c.relname, x.indpred, x.indrelid`,
    );
    return rows.map(({ columns, text }) => ({
      columns: String(columns).split(","),
      condition: /\bwhere (.*)$/is.exec(String(text ?? ""))?.[1],
    }));
  }
}

const querySqlite = (path: string, text: string): readonly Row[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
};
