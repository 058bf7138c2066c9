import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

/** Returns an id in the order of the bank's own ids, but earlier than any of them. */
export const filledId = (n: number): string =>
  `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** SQL for the same id. */
const orderedId =
  "'01900000-0000-7000-8000-' || substr(cast(cast(1000000000000 as bigint) + n as text), 2)";
/** SQL for a unique, unordered value of about the length of a request id or a hash. */
const scattered =
  "cast((n * cast(2654435761 as bigint)) % 4294967296 as text) || '-filled-filled-filled-filled'";

/** Columns that differ from row to row. All others are copied from the original row. */
const changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: { payment_id: orderedId, duplicate_key: scattered },
  payment_duplicate: { duplicate_key: scattered, payment_id: orderedId },
  request: { request_id: scattered, fingerprint: scattered },
  event: { event_id: orderedId, subject_id: orderedId },
};

/** Columns that give the age of a row: the newest row is copied. */
const ages: Readonly<Record<string, string>> = { event: "happened_at" };

const perTransaction = 50_000;

interface Filler {
  listColumns(table: string): Promise<readonly string[]>;
  /** Runs the statements in one transaction. */
  run(statements: readonly string[]): Promise<void>;
  /** Vacuums and analyses the database, as nightly maintenance would. */
  close(): Promise<void>;
}

/**
 * Copies the rows of one payment `count` times. The bank must not be running, and must already
 * contain a payment.
 */
export const fillPayments = async (
  place: SandboxPlace,
  count: number,
  progress: (text: string) => void,
): Promise<void> => {
  const filler = await openFiller(place);
  const columns = new Map<string, readonly string[]>();
  for (const table of Object.keys(changes)) columns.set(table, await filler.listColumns(table));
  for (let from = 1; from <= count; from += perTransaction) {
    const to = Math.min(count, from + perTransaction - 1);
    await filler.run([...columns].map(([table, names]) => copyRow(table, names, from, to)));
    progress(`${to} of ${count} payments inserted`);
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
    listColumns: async (table) =>
      database
        .prepare(`select name from pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name)),
    run: async (statements) => {
      database.exec(["begin", ...statements, "commit"].join(";\n"));
      // Otherwise the write-ahead log would become as large as the database.
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
    listColumns: async (table) => {
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
