import type { DatabaseSync } from "node:sqlite";
import {
  type AppliedMigration,
  everyApplied,
  type MigrationPlan,
  type MigrationRun,
  migrationTables,
  migrationText,
  planMigrations,
  recordMigration,
} from "../migrations.ts";

/** Runs each missing migration and records it in one transaction. Returns the plan. */
export function migrateSqlite(
  database: DatabaseSync,
  { migrations, withContract, mayRun }: MigrationRun,
): MigrationPlan {
  runEach(database, migrationTables);
  const plan = planMigrations(migrations, listApplied(database), withContract);
  for (const migration of mayRun ? plan.now : []) {
    database.exec("begin immediate");
    try {
      runEach(database, migration.statements);
      runEach(database, recordMigration(migration));
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  }
  return plan;
}

function runEach(database: DatabaseSync, statements: readonly string[]): void {
  for (const statement of statements) database.exec(migrationText("sqlite", statement));
}

function listApplied(database: DatabaseSync): readonly AppliedMigration[] {
  const statement = database.prepare(everyApplied);
  statement.setReturnArrays(false);
  return statement.all() as unknown as readonly AppliedMigration[];
}
