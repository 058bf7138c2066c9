import assert from "node:assert/strict";
import { test } from "node:test";
import { one, openStorage, sql } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { addNote, noteIds, notes } from "../notes.ts";

const ofSession = { statement: "5s", idle: "5s" };
const units = [
  { name: "a normal unit has seconds", isLong: false, limits: ofSession, stored: [] },
  {
    name: "a long unit has minutes, which end with it",
    isLong: true,
    limits: { statement: "2min", idle: "2min" },
    stored: ["late", "slow"],
  },
];

for (const { name, isLong, limits, stored } of units) {
  test(name, async (t) => {
    await using database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    const storage = await openStorage({ location, migrations: notes, connectionsMax: 1 });
    t.after(() => storage.close());
    const readLimits = () =>
      one<typeof ofSession>(sql`select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    assert.deepEqual(await storage.write(readLimits, { isLong }), limits);
    assert.deepEqual(await storage.readAtOnce(readLimits, { isLong }), limits);
    assert.deepEqual(await storage.read(readLimits), ofSession);
    const now = performance.now.bind(performance);
    const written = storage.write(
      function* () {
        yield* addNote("slow");
        t.mock.method(performance, "now", () => now() + 20_000);
        yield* addNote("late");
      },
      { isLong },
    );
    if (isLong) await written;
    else await assert.rejects(written, /took too long/);
    t.mock.restoreAll();
    assert.deepEqual(await noteIds(storage), stored);
    await storage.close();
  });
}
