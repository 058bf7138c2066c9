import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  all,
  type Migration,
  migrateStorage,
  openStorage,
  type StorageLocation,
  StorageRefused,
  sql,
} from "@varde/storage";
import { aServingRole, freshDatabase } from "@varde/testkit/postgres";
import { migrationText } from "../src/migrations.ts";
import { addNote, noteIds, notes } from "./notes.ts";

describe("migrations", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-migrations-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const places = {
    sqlite: async (name: string) => ({
      location: { engine: "sqlite", folder: join(folder, name) } as StorageLocation,
      drop: async () => {},
    }),
    postgres: async () => {
      const { url, drop } = await freshDatabase();
      return { location: { engine: "postgres", url } as StorageLocation, drop };
    },
  };

  for (const engine of ["sqlite", "postgres"] as const) {
    test(`${engine}: a second start finds them done and the data intact`, async () => {
      const { location, drop } = await places[engine]("twice");
      const first = await openStorage({ location, migrations: notes });
      await first.write(() => addNote("a"));
      await first.close();
      const second = await openStorage({ location, migrations: notes });
      assert.deepEqual(await noteIds(second), ["a"]);
      await second.close();
      await drop();
    });

    test(`${engine}: refuses a database of a newer version`, async () => {
      const { location, drop } = await places[engine]("newer");
      const newer = { system: "notes", name: "002-newer", statements: [] };
      await (await openStorage({ location, migrations: [...notes, newer] })).close();
      await assert.rejects(openStorage({ location, migrations: notes }), {
        name: "StorageRefused",
        message:
          "The database was written by a newer version of this program: it has the " +
          'migration "notes 002-newer", which this version does not know.',
      });
      await drop();
    });

    test(`${engine}: refuses a migration that was changed after it ran`, async () => {
      const { location, drop } = await places[engine]("changed");
      await (await openStorage({ location, migrations: notes })).close();
      const changed = [{ system: "notes", name: "001-note", statements: ["select 1"] }];
      await assert.rejects(openStorage({ location, migrations: changed }), StorageRefused);
      await drop();
    });

    test(`${engine}: F15: leaves contract steps until they are requested`, async () => {
      const { location, drop } = await places[engine]("contract");
      await (await openStorage({ location, migrations: notes })).close();
      const migrations = [...notes, expand, contract];
      await (await openStorage({ location, migrations })).close();
      assert.deepEqual(await migrateStorage({ location, migrations, isDryRun: true }), {
        now: [],
        later: [contract],
      });
      const request = { location, migrations, withContract: true };
      assert.deepEqual((await migrateStorage(request)).now, [contract]);
      assert.deepEqual(await migrateStorage(request), { now: [], later: [] });
      await drop();
    });

    test(`${engine}: F15: runs every step on an empty database`, async () => {
      const { location, drop } = await places[engine]("empty");
      const migrations = [...notes, expand, contract];
      const { now } = await migrateStorage({ location, migrations });
      assert.deepEqual(now.slice(-3), migrations);
      await drop();
    });

    test(`${engine}: F15: an older version opens a database with later expand steps`, async () => {
      const { location, drop } = await places[engine]("older");
      await (await openStorage({ location, migrations: notes })).close();
      await migrateStorage({ location, migrations: [...notes, expand] });
      await (await openStorage({ location, migrations: notes })).close();
      const migrations = [...notes, expand, contract];
      await migrateStorage({ location, migrations, withContract: true });
      await assert.rejects(openStorage({ location, migrations: notes }), {
        name: "StorageRefused",
        message: /"notes 003-less", which this version does not know and .* version 99\.0\.0 or /,
      });
      await drop();
    });

    test(`${engine}: F09: killed before any statement, the next start completes them`, async () => {
      for (let at = 0; at <= 4; at += 1) {
        const { location, drop } = await places[engine](`killed-${at}`);
        const child = startAndDieAt(location, at);
        assert.equal(child.signal, "SIGKILL", child.stderr);
        const storage = await openStorage({ location, migrations: fourStatements });
        const rows = await storage.read(() => all(sql`select id, body from four order by id`));
        assert.deepEqual(rows, [
          { id: "a", body: "one" },
          { id: "b", body: null },
        ]);
        await storage.close();
        await drop();
      }
    });
  }

  test("F15: version 0.1.0 finds the expand steps in no table that it reads", async () => {
    await using database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    await migrateStorage({ location, migrations: notes });
    const storage = await openStorage({ location, migrations: [...notes, expand] });
    const recorded = () =>
      storage.read(() =>
        all<{ name: string }>(sql`select name from migration where system = 'notes' order by name`),
      );
    assert.deepEqual(await recorded(), [{ name: "001-note" }]);
    const migrations = [...notes, expand, contract];
    await migrateStorage({ location, migrations, withContract: true });
    assert.deepEqual(await recorded(), [{ name: "001-note" }, { name: "003-less" }]);
    await storage.close();
  });

  test("F15: a role without the right to change tables is refused with the command", async () => {
    await using database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    await assert.rejects(openStorage({ location, migrations: notes, migrate: false }), {
      name: "StorageRefused",
      message:
        'The database lacks the migration "storage 001-table-changes" and 2 more; run "varde ' +
        'migrate" with a database role that may create tables, then start again.',
    });
    await migrateStorage({ location, migrations: notes });
    await using serving = await aServingRole(database.url);
    const place = { engine: "postgres", url: serving.url } as const;
    const storage = await openStorage({ location: place, migrations: notes });
    await storage.write(() => addNote("a"));
    assert.deepEqual(await noteIds(storage), ["a"]);
    await storage.close();
    await assert.rejects(openStorage({ location: place, migrations: [...notes, expand] }), {
      name: "StorageRefused",
      message: /^The database lacks the migration "notes 002-more"; run "varde migrate" with/,
    });
  });

  test("two processes that start at the same time on PostgreSQL both find the tables", async () => {
    const { location, drop } = await places.postgres();
    const open = () => openStorage({ location, migrations: notes });
    const [first, second] = await Promise.all([open(), open()]);
    await first.write(() => addNote("a"));
    assert.deepEqual(await noteIds(second), ["a"]);
    await Promise.all([first.close(), second.close()]);
    await drop();
  });

  const texts: readonly (readonly [string, string, string])[] = [
    [
      "create table t (text text not null default 'an integer text', size integer)",
      "create table t (text text not null default 'an integer text', size integer) strict",
      `create table t (text text collate "C" not null default 'an integer text', size bigint)`,
    ],
    [
      "alter table t add column text integer",
      "alter table t add column text integer",
      "alter table t add column text bigint",
    ],
    [
      "create table t (a text check (cast(a as text) = a))",
      "create table t (a text check (cast(a as text) = a)) strict",
      `create table t (a text collate "C" check (cast(a as text) = a))`,
    ],
    ["create index i on t (text)", "create index i on t (text)", "create index i on t (text)"],
    ["/* postgres only */ create index i", "", "/* postgres only */ create index i"],
  ];
  for (const [statement, sqlite, postgres] of texts) {
    test(`"${statement}" is translated for each engine`, () => {
      assert.equal(migrationText("sqlite", statement), sqlite);
      assert.equal(migrationText("postgres", statement), postgres);
    });
  }
});

const expand: Migration = {
  system: "notes",
  name: "002-more",
  oldestVersion: "0.1.0",
  statements: ["alter table note add column colour text"],
};
const contract: Migration = {
  system: "notes",
  name: "003-less",
  oldestVersion: "99.0.0",
  isContract: true,
  statements: ["alter table note drop column body"],
};

const fourStatements = [
  {
    system: "four",
    name: "001-four",
    statements: [
      "create table four (id text primary key)",
      "insert into four (id) values ('a'), ('b')",
      "alter table four add column body text",
      "update four set body = 'one' where id = 'a'",
    ],
  },
];

function startAndDieAt(location: StorageLocation, at: number) {
  const program = fileURLToPath(new URL("./die-while-migrating.ts", import.meta.url));
  const input = JSON.stringify({ location, migrations: fourStatements, at });
  const flags = ["--conditions=varde-source", program, input];
  return spawnSync(process.execPath, flags, { encoding: "utf8" });
}
