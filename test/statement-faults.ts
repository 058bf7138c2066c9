import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Engine, type Migration, openStorage } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { Client } from "pg";
import type { SourceStatement } from "../tools/sql-statements.ts";

export interface StatementFault {
  readonly place: string;
  readonly engine: Engine;
  readonly message: string;
}

/**
 * Prepares each statement on both engines after the migrations, and returns those that are refused.
 */
export async function statementFaults(
  statements: readonly SourceStatement[],
  migrations: readonly Migration[],
): Promise<readonly StatementFault[]> {
  return [
    ...(await sqliteFaults(statements, migrations)),
    ...(await postgresFaults(statements, migrations)),
  ];
}

async function sqliteFaults(
  statements: readonly SourceStatement[],
  migrations: readonly Migration[],
): Promise<readonly StatementFault[]> {
  const folder = mkdtempSync(join(tmpdir(), "varde-statements-"));
  using stack = new DisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  await (await openStorage({ location: { engine: "sqlite", folder }, migrations })).close();
  const database = new DatabaseSync(join(folder, "varde.sqlite"));
  stack.defer(() => database.close());
  const faults: StatementFault[] = [];
  for (const { place, sqlite } of statements) {
    if (sqlite === undefined) continue;
    try {
      database.prepare(sqlite);
    } catch (error) {
      faults.push({ place, engine: "sqlite", message: `${error} in: ${sqlite}` });
    }
  }
  return faults;
}

async function postgresFaults(
  statements: readonly SourceStatement[],
  migrations: readonly Migration[],
): Promise<readonly StatementFault[]> {
  await using database = await freshDatabase();
  const { url } = database;
  await (await openStorage({ location: { engine: "postgres", url }, migrations })).close();
  const client = new Client({ connectionString: url });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => client.end());
  await client.connect();
  const faults: StatementFault[] = [];
  for (const [at, { place, postgres }] of statements.entries()) {
    if (postgres === undefined) continue;
    try {
      await client.query(`prepare s${at} as ${postgres}`);
    } catch (error) {
      faults.push({ place, engine: "postgres", message: `${error} in: ${postgres}` });
    }
  }
  return faults;
}
