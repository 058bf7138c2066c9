import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import {
  all,
  type CopiedTable,
  type Migration,
  nullable,
  replaceWorldRows,
  run,
  sql,
  table,
  text,
} from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";

const letters: readonly Migration[] = [
  {
    system: "letters",
    name: "001-letter",
    statements: [
      "create table letter (world_id text not null, id text not null, body text)",
      "create unique index letter_by_id on letter (world_id, id)",
    ],
  },
];

const letterTable = table("letter", { worldId: text(), id: text(), body: nullable(text()) });
const copied: CopiedTable = { ...letterTable, key: ["id"] };

describe("the rows of a world", () => {
  onBothEngines(letters, (storage) => {
    const change = (statement: Parameters<typeof run>[0]) => storage().write(() => run(statement));
    const replace = () => storage().write(() => replaceWorldRows(copied, "initial", "copy"));
    const read = (worldId: string) =>
      storage().read(() =>
        all(sql`select id, body from letter where world_id = ${worldId} order by id`),
      );
    const initial = [
      { id: "a", body: "Hei" },
      { id: "b", body: null },
    ];

    beforeEach(async () => {
      await change(sql`delete from letter where world_id <> 'neighbour'`);
      for (const letter of initial) {
        await change(letterTable.insert({ worldId: "initial", ...letter }));
      }
      await change(letterTable.insert({ worldId: "other", id: "a", body: "of another world" }));
      await replace();
      assert.deepEqual(await read("copy"), initial, "the first copy");
    });

    const changes = {
      "a row was added": sql`insert into letter (world_id, id, body) values ('copy', 'c', 'New')`,
      "a row was changed": sql`update letter set body = 'Hi' where world_id = 'copy' and id = 'a'`,
      "a value was removed": sql`update letter set body = null where world_id = 'copy'`,
      "a value was added": sql`update letter set body = '' where world_id = 'copy' and id = 'b'`,
      "a row was deleted": sql`delete from letter where world_id = 'copy' and id = 'b'`,
      "one row was replaced by another": sql`update letter set id = 'c'
        where world_id = 'copy' and id = 'a'`,
      "every row was deleted": sql`delete from letter where world_id = 'copy'`,
    };
    for (const [title, statement] of Object.entries(changes)) {
      test(`are those of another world again after ${title}`, async () => {
        await change(statement);
        assert.notDeepEqual(await read("copy"), initial);
        await replace();
        assert.deepEqual(await read("copy"), initial);
        assert.deepEqual(await read("initial"), initial);
        assert.deepEqual(await read("other"), [{ id: "a", body: "of another world" }]);
      });
    }

    test("are not written if they are equal already", async () => {
      const place = () =>
        storage().read(() =>
          all<{ id: string; place: unknown }>(
            storage().engine === "sqlite"
              ? sql`select id, rowid as place from letter where world_id = 'copy' order by id`
              : sql`select id, ctid::text as place from letter where world_id = 'copy' order by id`,
          ),
        );
      await change(sql`insert into letter (world_id, id) values ('copy', 'c')`);
      const before = (await place()).filter(({ id }) => id !== "c");
      await replace();
      assert.deepEqual(await place(), before);
    });
  });
});
