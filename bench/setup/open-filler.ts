import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

/** Inserts rows directly into the database of a bank that is not running. */
export interface Filler {
  listColumns(table: string): Promise<readonly string[]>;
  /** Runs the statements in one transaction. */
  run(statements: readonly string[]): Promise<void>;
  /** Vacuums and analyses the database, as nightly maintenance would. */
  close(): Promise<void>;
}

export const openFiller = (place: SandboxPlace): Promise<Filler> =>
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
