import assert from "node:assert/strict";
import { test } from "node:test";
import { all, type Migration, migrateStorage, openStorage, sql } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { everyMigration } from "../src/index.ts";

/** The last migration of each system that version 0.1.0 has. */
const lastReleased = new Map([
  ["bank", "010-consent-scope"],
  ["ledger", "006-account-changes"],
  ["sandbox", "005-directory-changes"],
]);

const isReleased = ({ system, name }: Migration): boolean =>
  name <= (lastReleased.get(system) ?? "");

test("F15: every migration after version 0.1.0 declares the oldest version that can run", () => {
  for (const migration of everyMigration) {
    const { system, name, oldestVersion, isContract } = migration;
    const key = `${system} ${name}`;
    if (isReleased(migration)) assert.equal(oldestVersion, undefined, key);
    else assert.match(oldestVersion ?? "", /^\d+\.\d+\.\d+$/, key);
    // Version 0.1.0 serves beside this one until the contract steps.
    if (!isContract) assert.equal(oldestVersion ?? "0.1.0", "0.1.0", key);
  }
});

test("F15: an upgraded database gets the same schema as an empty one", async () => {
  const upgraded = [
    { migrations: everyMigration.filter(isReleased) },
    { migrations: everyMigration },
    { migrations: everyMigration, withContract: true },
  ];
  assert.deepEqual(
    await schemaAfter(upgraded),
    await schemaAfter([{ migrations: everyMigration }]),
  );
});

type Run = Omit<Parameters<typeof migrateStorage>[0], "location">;

/** Returns the columns, indexes and triggers of a new database after these migrations. */
const schemaAfter = async (runs: readonly Run[]): Promise<readonly string[]> => {
  await using database = await freshDatabase();
  const location = { engine: "postgres", url: database.url } as const;
  for (const run of runs) await migrateStorage({ location, ...run });
  const storage = await openStorage({ location, migrations: everyMigration, migrate: false });
  const rows = await storage.read(() =>
    all<{ line: string }>(sql`
      select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable,
        column_default) as line from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by line`),
  );
  await storage.close();
  return rows.map(({ line }) => line);
};
