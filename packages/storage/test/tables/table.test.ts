import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import {
  bigInteger,
  flag,
  integer,
  json,
  type Migration,
  named,
  nullable,
  optional,
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
      `create table letter (letter_id text primary key, sent_by text, body text, pages integer,
        price_minor integer, is_urgent integer, copies text)`,
    ],
  },
];

const letterTable = table("letter", {
  letterId: text<"a" | "b">(),
  sender: named("sent_by", optional(text())),
  body: nullable(text()),
  pages: integer,
  priceMinor: bigInteger,
  isUrgent: flag,
  copies: json<readonly string[]>(),
});

const full = {
  letterId: "a",
  sender: "Kari",
  body: "Hei",
  pages: 2,
  priceMinor: 2n ** 62n,
  isUrgent: true,
  copies: ["Ola"],
} as const;
const empty = {
  ...full,
  letterId: "b",
  sender: undefined,
  body: null,
  isUrgent: false,
  copies: [],
} as const;

describe("a declared table", () => {
  onBothEngines(letters, (storage) => {
    beforeEach(() =>
      storage().write(() =>
        run(sql`delete from letter`, letterTable.insert(full), letterTable.insert(empty)),
      ),
    );

    test("reads the records that it inserted", async () => {
      assert.deepEqual(
        await storage().read(() => letterTable.all(sql`select * from letter order by letter_id`)),
        [full, empty],
      );
    });

    test("reads some of the columns", async () => {
      const senders = letterTable.pick("sender", "pages");
      const read = (letterId: string) =>
        storage().read(() =>
          senders.one(sql`select ${senders.columns} from letter where letter_id = ${letterId}`),
        );
      assert.deepEqual(await read("a"), { sender: "Kari", pages: 2 });
      assert.equal(await read("c"), undefined);
    });

    test("begins a statement with an insert", async () => {
      const [changes] = await storage().write(() =>
        run(sql`${letterTable.insert(full)} on conflict do nothing`),
      );
      assert.equal(changes, 0n);
    });

    test("refuses a row without one of its columns", async () => {
      await assert.rejects(
        storage().read(() => letterTable.one(sql`select letter_id from letter`)),
        /does not select sent_by/,
      );
    });
  });
});
