import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, test } from "node:test";
import { transactionStatuses } from "@varde/protocol";
import { everyMigration } from "@varde/sandbox";
import {
  all,
  createStatement,
  type Migration,
  openStorage,
  run,
  type Statement,
  sql,
  undo,
} from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { serveLocally } from "@varde/testkit/processes";
import { aMigratedDatabase, engines, neighbourWorld } from "@varde/testkit/storage";

const later: Migration = {
  system: "later",
  name: "001-loans",
  statements: [
    `create table loan (loan_id text not null primary key, world_id text not null,
      status text not null, amount_minor integer not null, closed_at integer)`,
  ],
};
const migrations = [...everyMigration, later];

for (const engine of engines) {
  describe(`the neighbour on ${engine}`, () => {
    /** Runs a statement on a new database and returns what its closing blames. */
    const blame = async (statement: Statement, isUndone = false): Promise<string> => {
      const database = await aMigratedDatabase(engine, migrations);
      const storage = await openStorage({ location: database.location, migrations });
      await storage.write(function* () {
        yield* run(statement);
        if (isUndone) yield* undo("undone");
      });
      try {
        await storage.close();
        await database[Symbol.asyncDispose]();
        return "";
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };

    // A table of each package that has SQL, and one that a later migration adds.
    for (const table of ["payment", "ledger_instruction", "sandbox_person", "loan"]) {
      test(`a statement without a world that changes ${table} fails the test`, async () => {
        const unscoped = `update ${table} set world_id = world_id`;
        const blamed = await blame(createStatement(unscoped, []));
        assert.ok(blamed.includes(`${table}: ${unscoped}`), blamed);
        const deleted = await blame(createStatement(`delete from ${table}`, []));
        assert.ok(deleted.includes(`${table}: delete from ${table}`), deleted);
        const scoped = `delete from ${table} where world_id = 'another'`;
        assert.equal(await blame(createStatement(scoped, [])), "");
      });
    }

    test("a unit that is undone changed nothing", async () => {
      assert.equal(await blame(sql`delete from payment`, true), "");
    });

    test("lives in every table that has a world, with each status", async () => {
      await using database = await aMigratedDatabase(engine, migrations);
      const storage = await openStorage({ location: database.location, migrations });
      const tables = new Set(
        migrations
          .flatMap(({ statements }) => statements)
          .flatMap(
            (statement) => /create table (\w+) \([^;]*\bworld_id\b/.exec(statement)?.[1] ?? [],
          ),
      );
      const without = [];
      for (const table of tables) {
        const text = `select 1 as one from ${table} where world_id = ? limit 1`;
        const found = await storage.read(() => all(createStatement(text, [neighbourWorld])));
        if (found.length === 0) without.push(table);
      }
      const statuses = await storage.read(() =>
        all(sql`select distinct status from payment where world_id = ${neighbourWorld}`),
      );
      await storage.close();
      assert.deepEqual(without.sort(), ["audit_actor", "audit_subject", "sandbox_world", "tpp"]);
      assert.equal(statuses.length, transactionStatuses.length);
    });
  });
}

test("an error that the bank logs fails its test", async () => {
  const bank = await aBank();
  bank.bank.log.error({ job: "planted" }, "background job failed");
  await assert.rejects(bank.close(), /The bank logged errors/);
});

test("a refused request that changes a row fails its test", async () => {
  const bank = await aBank();
  const refuse = async (response: ServerResponse) => {
    await bank.storage.write(() => run(sql`delete from sandbox_opening`));
    await bank.storage.write(function* () {
      yield* run(sql`delete from sandbox_template`);
      yield* undo("undone");
    });
    response.writeHead(404).end();
  };
  await using server = await serveLocally((_, response) => void refuse(response));
  assert.equal((await fetch(`${server.url}/planted`)).status, 404);
  const changed = /rows:\nGET \/planted 404 changed: delete from sandbox_opening$/;
  await assert.rejects(bank.close(), changed);
});
