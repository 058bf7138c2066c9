import assert from "node:assert";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Migration, StorageRefused } from "./storage.ts";
import type { Engine } from "./units/sql.ts";

const firstVersion = "0.1.0";

/** A migration that the database records as done. */
export interface AppliedMigration {
  readonly system: string;
  readonly name: string;
  readonly digest: string;
  /** Null if version 0.1.0 has the migration too. */
  readonly oldestVersion: string | null;
}

/**
 * Version 0.1.0 knows the first table only, and refuses a database that has an unknown row there.
 * Later migrations are therefore recorded in the second table.
 */
export const migrationTables = [
  `create table if not exists migration (system text not null, name text not null,
    digest text not null, applied_at integer not null, primary key (system, name))`,
  `create table if not exists migration_step (system text not null, name text not null,
    digest text not null, oldest_version text not null, applied_at integer not null,
    primary key (system, name))`,
];

export const firstApplied = 'select system, name, digest, null as "oldestVersion" from migration';
export const everyApplied = `select system, name, digest, oldest_version as "oldestVersion"
  from migration_step union all ${firstApplied}
  where (system, name) not in (select system, name from migration_step)`;

/** Returns the statements that record a migration as done. */
export function recordMigration(migration: Migration): readonly string[] {
  const { system, name, oldestVersion } = migration;
  const columns = "system, name, digest, applied_at";
  const values = `'${system}', '${name}', '${migrationDigest(migration)}', ${Date.now()}`;
  const first = `insert into migration (${columns}) values (${values})`;
  if (oldestVersion === undefined) return [first];
  const step = `insert into migration_step (${columns}, oldest_version)
    values (${values}, '${oldestVersion}')`;
  return isOlder(firstVersion, oldestVersion) ? [step, first] : [step];
}

/** How to treat the migrations that a database lacks. */
export interface MigrationRun {
  readonly migrations: readonly Migration[];
  /** Whether to run contract steps too. */
  readonly withContract: boolean;
  /** If false, nothing is run. */
  readonly mayRun: boolean;
}

/** The migrations to run, and the contract steps that wait until they are requested. */
export interface MigrationPlan {
  readonly now: readonly Migration[];
  readonly later: readonly Migration[];
}

/**
 * Plans the missing migrations: systems in the given order, and each system's by number. Refuses a
 * database with a migration whose statements differ, or which this version does not know and
 * cannot run beside.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  withContract: boolean,
  version = storageVersion,
): MigrationPlan {
  const byKey = new Map(known.map((migration) => [migrationKey(migration), migration]));
  assert.equal(byKey.size, known.length, "Two migrations of a system have the same name.");
  for (const migration of known) {
    const key = migrationKey(migration);
    assert.match(key, /^[a-z]+ \d{3}-[a-z0-9-]+$/, `The migration "${key}" has no number.`);
  }
  for (const row of applied) {
    const migration = byKey.get(migrationKey(row));
    if (migration === undefined) refuseUnknown(row, version);
    else refuseChanged(row, migration);
  }
  const done = new Set(applied.map(migrationKey));
  const missing = inOrder(known).filter((migration) => !done.has(migrationKey(migration)));
  // No older version uses a database that is still empty.
  if (withContract || applied.length === 0) return { now: missing, later: [] };
  return {
    now: missing.filter(({ isContract }) => isContract !== true),
    later: missing.filter(({ isContract }) => isContract === true),
  };
}

function refuseUnknown(row: AppliedMigration, version: string): void {
  const { oldestVersion } = row;
  if (oldestVersion !== null && !isOlder(version, oldestVersion)) return;
  throw new StorageRefused(
    `The database was written by a newer version of this program: it has the migration ` +
      `"${migrationKey(row)}", which this version does not know` +
      `${oldestVersion === null ? "" : ` and which needs version ${oldestVersion} or later`}.`,
  );
}

function refuseChanged(row: AppliedMigration, migration: Migration): void {
  if (migrationDigest(migration) === row.digest) return;
  throw new StorageRefused(
    `The database has run the migration "${migrationKey(row)}" with other statements ` +
      `than this version has under that name.`,
  );
}

/** Explains that the database lacks migrations, and how to run them. */
export function missingMigrations(missing: readonly Migration[], command: string): StorageRefused {
  const [first, ...more] = missing.map(migrationKey);
  return new StorageRefused(
    `The database lacks the migration "${first}"` +
      `${more.length === 0 ? "" : ` and ${more.length} more`}; run "${command}" with a database ` +
      "role that may create tables, then start again.",
  );
}

/** Ignores white space, so that the layout of a migration may change. */
function migrationDigest(migration: Migration): string {
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

function migrationKey({ system, name }: Pick<Migration, "system" | "name">): string {
  return `${system} ${name}`;
}

/** The version of this package, which all packages of Varde share. */
const storageVersion: string = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
).version;

/** Returns whether a version is older than another one; ignores what follows the three numbers. */
function isOlder(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => each.split(/[.-]/).slice(0, 3).map(Number));
  const at = left?.findIndex((number, index) => number !== right?.[index]) ?? -1;
  return at >= 0 && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}
