import type { DatabaseSync } from "node:sqlite";
import {
  type AppliedMigration,
  digestOf,
  migrationTable,
  migrationText,
  pendingMigrations,
} from "../migrations.ts";
import type { Migration } from "../storage.ts";

/** Runs each migration and records it in one transaction. */
export function migrateSqlite(database: DatabaseSync, migrations: readonly Migration[]): void {
  database.exec(migrationText("sqlite", migrationTable));
  for (const migration of pendingMigrations(migrations, appliedIn(database))) {
    database.exec("begin immediate");
    try {
      for (const statement of migration.statements) {
        database.exec(migrationText("sqlite", statement));
      }
      database
        .prepare("insert into migration (system, name, digest, applied_at) values (?, ?, ?, ?)")
        .run(migration.system, migration.name, digestOf(migration), BigInt(Date.now()));
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  }
}

function appliedIn(database: DatabaseSync): readonly AppliedMigration[] {
  const statement = database.prepare("select system, name, digest from migration");
  statement.setReturnArrays(false);
  return statement.all() as unknown as readonly AppliedMigration[];
}
