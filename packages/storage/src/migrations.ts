import assert from "node:assert";
import { createHash } from "node:crypto";
import type { Engine } from "./sql.ts";
import { type Migration, StorageRefused } from "./storage.ts";

/** A migration that the database records as done. */
export interface AppliedMigration {
  readonly system: string;
  readonly name: string;
  readonly digest: string;
}

export const migrationTable =
  "create table if not exists migration (system text not null, name text not null, " +
  "digest text not null, applied_at integer not null, primary key (system, name))";

/**
 * Returns the migrations still to run: systems in the given order, and each system's by number.
 * Refuses a database with a migration that this version does not know, or whose statements differ.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const byKey = new Map(known.map((migration) => [keyOf(migration), migration]));
  assert.equal(byKey.size, known.length, "Two migrations of a system have the same name.");
  for (const { system, name } of known) {
    assert.match(name, /^\d{3}-[a-z0-9-]+$/, `The migration "${system} ${name}" has no number.`);
  }
  const done = new Set<string>();
  for (const row of applied) {
    const migration = byKey.get(keyOf(row));
    if (migration === undefined) {
      throw new StorageRefused(
        `The database was written by a newer version of this program: it has the migration ` +
          `"${row.system} ${row.name}", which this version does not know.`,
      );
    }
    if (digestOf(migration) !== row.digest) {
      throw new StorageRefused(
        `The database has run the migration "${row.system} ${row.name}" with other statements ` +
          `than this version has under that name.`,
      );
    }
    done.add(keyOf(row));
  }
  return inOrder(known).filter((migration) => !done.has(keyOf(migration)));
}

/** Ignores white space, so that the layout of a migration may change. */
export function digestOf(migration: Migration): string {
  const statements = migration.statements.map((text) => text.replaceAll(/\s+/g, " ").trim());
  return createHash("sha256").update(statements.join(";")).digest("hex");
}

/** A statement that starts with this comment is left out on the other engine. */
const forOneEngine = /^\s*\/\* (sqlite|postgres) only \*\//;

/**
 * Returns the statement for an engine. SQLite tables are STRICT. On PostgreSQL an integer has 64
 * bits and text sorts by its bytes, as it does on SQLite.
 */
export function migrationText(engine: Engine, statement: string): string {
  if ((forOneEngine.exec(statement)?.[1] ?? engine) !== engine) return "";
  if (!/^\s*(create|alter)\s+table\b/i.test(statement)) return statement;
  if (engine === "sqlite") {
    return /^\s*create\b/i.test(statement) ? `${statement.trimEnd()} strict` : statement;
  }
  return statement
    .split(/('(?:[^']|'')*')/)
    .map((part) => (part.startsWith("'") ? part : postgresTypes(part)))
    .join("");
}

/** Replaces the second of two words only, so that a column may be named `text`. */
function postgresTypes(part: string): string {
  return part.replaceAll(
    /\b(?!column\b)(\w+)(\s+)(integer|text)\b/gi,
    (_match, word: string, space: string, type: string) => {
      if (type.toLowerCase() === "integer") return `${word}${space}bigint`;
      return word.toLowerCase() === "as" ? `as${space}text` : `${word}${space}text collate "C"`;
    },
  );
}

function inOrder(known: readonly Migration[]): readonly Migration[] {
  const systems = [...new Set(known.map((migration) => migration.system))];
  return systems.flatMap((system) =>
    known
      .filter((migration) => migration.system === system)
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
  );
}

function keyOf({ system, name }: { readonly system: string; readonly name: string }): string {
  return `${system}/${name}`;
}
