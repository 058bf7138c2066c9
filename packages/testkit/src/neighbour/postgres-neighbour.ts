import { type Migration, migrateStorage } from "@varde/storage";
import { runOnServer, withServerLock } from "../postgres/postgres.ts";
import { assertNeighbourUnchanged, type NeighbourNote } from "./neighbour-notes.ts";
import { digestOf, sqliteImage, tablesOf } from "./sqlite-neighbour.ts";

/** Rows that a template has beside those of the neighbour. */
export interface TemplateRows {
  /** Differs as the rows do. */
  readonly digest: string;
  /** Writes them into a migrated database. */
  write(url: string): Promise<void>;
}

/**
 * Returns the name of a migrated database of a server in which the neighbour lives, with more rows
 * if there are any. The first process of a run makes it, while the others wait.
 */
export const templateOn = async (
  server: string,
  migrations: readonly Migration[],
  rows?: TemplateRows,
): Promise<string> => {
  const name = `varde_template_${digestOf(migrations)}`;
  if (rows === undefined) {
    return template(server, name, async (url) => {
      await migrateStorage({ location: { engine: "postgres", url }, migrations });
      await runOnServer(url, await neighbourScript(migrations));
    });
  }
  const empty = await templateOn(server, migrations);
  return template(server, `${name}_${rows.digest}`, rows.write, empty);
};

type Write = (url: string) => Promise<void>;

const template = (server: string, name: string, write: Write, from?: string): Promise<string> => {
  const key = `${server} ${name}`;
  const known = templates.get(key) ?? findOrMake(server, name, write, from);
  templates.set(key, known);
  return known;
};

const templates = new Map<string, Promise<string>>();

const findOrMake = async (server: string, name: string, write: Write, from?: string) => {
  const isMade = `select 1 from pg_database where datname = '${name}'`;
  if ((await runOnServer(server, isMade)).length > 0) return name;
  await withServerLock(server, name, async () => {
    if ((await runOnServer(server, isMade)).length > 0) return;
    const building = `${name}_building`;
    await runOnServer(server, `drop database if exists ${building} with (force)`);
    await runOnServer(server, `create database ${building} ${from ? `template ${from}` : ""}`);
    await write(Object.assign(new URL(server), { pathname: `/${building}` }).href);
    await runOnServer(server, `alter database ${building} rename to ${name}`);
  });
  return name;
};

/** Creates the neighbour's rows and the triggers that note what changes them. */
const neighbourScript = async (migrations: readonly Migration[]): Promise<string> => {
  const tables = await tablesOf(await sqliteImage(migrations));
  return [
    "create table neighbour_note (place text not null, statement text not null)",
    `create function note_neighbour() returns trigger language plpgsql security definer as $$
      begin
        insert into public.neighbour_note values (tg_table_name, current_query());
        return null;
      end $$`,
    ...tables.flatMap(({ inserts }) => inserts),
    ...tables.map(
      ({ name, owned }) =>
        `create trigger neighbour_${name} after update or delete on ${name}
          for each row when (${owned("old")}) execute function note_neighbour()`,
    ),
  ].join(";\n");
};

/** Fails if a statement changed the neighbour's rows in a database that was made of a template. */
export const checkNeighbourOn = async (url: string): Promise<void> => {
  const notes = await runOnServer(url, "select distinct place, statement from neighbour_note");
  assertNeighbourUnchanged(notes as unknown as readonly NeighbourNote[]);
};
