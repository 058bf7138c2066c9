import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

/** Named in order, as the bank's own ids are, and long before any of them. */
export const filledId = (n: number): string =>
  `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** The same in SQL. */
const orderedId =
  "'01900000-0000-7000-8000-' || substr(cast(cast(1000000000000 as bigint) + n as text), 2)";
/** No two alike and in no order, of about the length of a request's id or of a hash. */
const scattered =
  "cast((n * cast(2654435761 as bigint)) % 4294967296 as text) || '-filled-filled-filled-filled'";

/** What has to differ from row to row; every other column is that of the row that is copied. */
const changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: { payment_id: orderedId, duplicate_key: scattered },
  payment_duplicate: { duplicate_key: scattered, payment_id: orderedId },
  request: { request_id: scattered, fingerprint: scattered },
  event: { event_id: orderedId, subject_id: orderedId },
};

/** The row that is copied is the newest. */
const ages: Readonly<Record<string, string>> = { event: "happened_at" };

const perTransaction = 50_000;

interface Filler {
  columnsOf(table: string): Promise<readonly string[]>;
  /** Runs the statements in one transaction. */
  run(statements: readonly string[]): Promise<void>;
  /** Brings the database into the state in which it would be after a night. */
  close(): Promise<void>;
}

/**
 * Copies the rows of one payment until there are that many. The bank must not be running, and one
 * payment must have been created with it.
 */
export const fillPayments = async (
  place: SandboxPlace,
  count: number,
  progress: (text: string) => void,
): Promise<void> => {
  const filler = await openFiller(place);
  const columns = new Map<string, readonly string[]>();
  for (const table of Object.keys(changes)) columns.set(table, await filler.columnsOf(table));
  for (let from = 1; from <= count; from += perTransaction) {
    const to = Math.min(count, from + perTransaction - 1);
    await filler.run([...columns].map(([table, names]) => copyRow(table, names, from, to)));
    progress(`${to} of ${count} payments are filled in`);
  }
  await filler.close();
};

const copyRow = (table: string, columns: readonly string[], from: number, to: number): string => {
  const values = columns.map((column) => changes[table]?.[column] ?? `one.${column}`);
  return `with recursive c(n) as (
      select cast(${from} as bigint) union all select n + 1 from c where n < ${to})
    insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
    from c, (select * from ${table} order by ${ages[table] ?? "created_at"} desc limit 1) as one`;
};

const openFiller = (place: SandboxPlace): Promise<Filler> =>
  place.databaseUrl === undefined
    ? fillSqlite(join(place.dataFolder, "varde.sqlite"))
    : fillPostgres(place.databaseUrl);

const fillSqlite = async (path: string): Promise<Filler> => {
  const database = new DatabaseSync(path);
  database.exec("pragma synchronous = off; pragma cache_size = -262144");
  return {
    columnsOf: async (table) =>
      database
        .prepare(`select name from pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name)),
    run: async (statements) => {
      database.exec(["begin", ...statements, "commit"].join(";\n"));
      // Otherwise the log would be as large as the database.
      database.exec("pragma wal_checkpoint(truncate)");
    },
    close: async () => database.close(),
  };
};

const fillPostgres = async (url: string): Promise<Filler> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set synchronous_commit = off");
  return {
    columnsOf: async (table) => {
      const { rows } = await client.query<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = $1",
        [table],
      );
      return rows.map(({ name }) => name);
    },
    run: async (statements) => {
      await client.query(["begin", ...statements, "commit"].join(";\n"));
    },
    close: async () => {
      await client.query("vacuum analyze");
      await client.end();
    },
  };
};
