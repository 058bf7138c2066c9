import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Migration, openStorage } from "@varde/storage";
import { assertNeighbourUnchanged, type NeighbourNote } from "./neighbour-notes.ts";
import type { NamedColumn, NeighbourTable } from "./neighbour-rows.ts";

const sqlite = process.getBuiltinModule("node:sqlite");
const cache = join(import.meta.dirname, "../../../../node_modules/.cache/varde/neighbour");
const dayMs = 86_400_000;

const images = new Map<string, Promise<Uint8Array>>();

/** Names a set of migrations and the neighbour that lives on their tables. */
export const digestOf = (migrations: readonly Migration[]): string => {
  const hash = createHash("sha256").update(JSON.stringify(migrations));
  for (const file of readdirSync(import.meta.dirname).sort()) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  return hash.digest("hex").slice(0, 24);
};

/**
 * Returns a migrated database in which the neighbour lives. It is made once, and found in the cache
 * by the other processes of a run.
 */
export const sqliteImage = (migrations: readonly Migration[]): Promise<Uint8Array> => {
  const digest = digestOf(migrations);
  const known = images.get(digest) ?? findOrMake(digest, migrations);
  images.set(digest, known);
  return known;
};

const findOrMake = async (digest: string, migrations: readonly Migration[]) => {
  const path = join(cache, `${digest}.sqlite`);
  try {
    return readFileSync(path);
  } catch {
    const made = await makeImage(migrations);
    mkdirSync(cache, { recursive: true });
    for (const file of readdirSync(cache)) {
      const old = join(cache, file);
      if (Date.now() - statSync(old).mtimeMs > dayMs) rmSync(old, { force: true });
    }
    // Another process may make the same image at the same time; either is complete.
    writeFileSync(`${path}.${process.pid}`, made);
    renameSync(`${path}.${process.pid}`, path);
    return made;
  }
};

const makeImage = async (migrations: readonly Migration[]): Promise<Uint8Array> => {
  const location = { engine: "sqlite", memory: true } as const;
  const migrated = await openStorage({ location, migrations });
  const empty = migrated.image?.();
  await migrated.close();
  if (empty === undefined) throw new Error("SQLite cannot copy a database in memory.");
  const database = open(empty);
  for (const { name, inserts, owned } of await listTables(database)) {
    for (const insert of inserts) fill(database, insert);
    for (const event of ["update", "delete"]) {
      database.exec(
        `create trigger neighbour_${name}_${event} after ${event} on ${name} when ${owned("old")}
          begin insert into neighbour_note values ('${name}', neighbour_statement()); end`,
      );
    }
  }
  database.exec(
    "create table neighbour_note (place text not null, statement text not null) strict",
  );
  const image = database.serialize();
  database.close();
  return image;
};

const fill = (database: DatabaseSync, insert: string): void => {
  try {
    database.exec(insert);
  } catch (cause) {
    throw new Error(`Add values that the table takes to neighbour-values.ts. ${insert}`, { cause });
  }
};

const open = (image: Uint8Array): DatabaseSync => {
  const database = new sqlite.DatabaseSync(":memory:");
  database.deserialize(image);
  return database;
};

/** Returns the neighbour's tables of an image, for a database of another engine. */
export const tablesOf = async (image: Uint8Array): Promise<readonly NeighbourTable[]> => {
  const database = open(image);
  const tables = await listTables(database);
  database.close();
  return tables;
};

const listTables = async (database: DatabaseSync): Promise<readonly NeighbourTable[]> => {
  // Loaded here, because few processes make an image, and its values are those of the data set.
  const { neighbourTables } = await import("./neighbour-rows.ts");
  const rows = database
    .prepare(
      `select t.name as place, c.name, c.type from sqlite_master t join pragma_table_info(t.name) c
        where t.type = 'table' order by t.name, c.cid`,
    )
    .all() as unknown as readonly (NamedColumn & { readonly place: string })[];
  return neighbourTables(Map.groupBy(rows, ({ place }) => place));
};

const { deserialize } = sqlite.DatabaseSync.prototype;

/**
 * Watches each database that is opened from an image with the neighbour: a change to its rows is
 * noted with the statement, and closing the database fails if it has notes. SQLite does not tell a
 * trigger which statement it belongs to, so statements say so themselves.
 */
sqlite.DatabaseSync.prototype.deserialize = function watched(this: DatabaseSync, ...image) {
  deserialize.apply(this, image);
  if (!hasNotes(this)) return;
  let current = "";
  this.function("neighbour_statement", () => current);
  const { prepare, close } = this;
  this.prepare = (...given: Parameters<DatabaseSync["prepare"]>): StatementSync => {
    const [text] = given;
    const statement = prepare.apply(this, given);
    const { run, all } = statement;
    const noted =
      <F extends (...parameters: never[]) => unknown>(method: F) =>
      (...parameters: Parameters<F>): ReturnType<F> => {
        current = text;
        return method.apply(statement, parameters) as ReturnType<F>;
      };
    if (/^\s*(update|delete|insert|with)\b/i.test(text)) {
      statement.run = noted(run) as typeof run;
      statement.all = noted(all) as typeof all;
    }
    return statement;
  };
  this.close = () => {
    const notes = prepare.call(this, "select distinct place, statement from neighbour_note").all();
    close.call(this);
    assertNeighbourUnchanged(notes.map(toNote));
  };
};

const hasNotes = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from sqlite_master where name = 'neighbour_note'").all().length > 0;

/** The connections of the storage return rows as arrays. */
const toNote = (row: unknown): NeighbourNote => {
  const [place, statement] = Object.values(row as object);
  return { place: String(place), statement: String(statement) };
};
