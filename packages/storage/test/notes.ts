import { all, type Migration, one, run, type Storage, sql } from "@varde/storage";

/** A small table that shows what a unit did. */
export const notes: readonly Migration[] = [
  {
    system: "notes",
    name: "001-note",
    statements: [
      "create table note (id text primary key, body text, size integer not null default 0)",
      "create index note_by_size on note (size)",
    ],
  },
];

export function addNote(id: string, body: string | null = null, size = 0n) {
  return run(sql`insert into note (id, body, size) values (${id}, ${body}, ${size})`);
}

export async function noteIds(storage: Storage): Promise<readonly string[]> {
  const rows = await storage.read(() => all<{ id: string }>(sql`select id from note order by id`));
  return rows.map((row) => row.id);
}

export function readNote(storage: Storage, id: string) {
  return storage.read(() => one(sql`select id, body, size from note where id = ${id}`));
}
