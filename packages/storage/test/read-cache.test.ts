import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  one,
  type ReadCache,
  type RowGroups,
  recordRowChanges,
  run,
  sql,
  undo,
} from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { CacheEntries } from "../src/read-cache.ts";

const byShelf = { table: "book", key: ["room", "shelf"], columns: ["room", "shelf", "title"] };
const byRoom = { table: "book", key: ["room"] };

const migrations = [
  {
    system: "books",
    name: "001-books",
    statements: [
      `create table book (id text not null primary key, room text not null, shelf text not null,
        title text not null, loans integer not null default 0)`,
      ...recordRowChanges(byShelf),
      ...recordRowChanges(byRoom),
    ],
  },
];

interface Book {
  readonly title: string;
}

const store = (id: string, room: string, shelf: string, title: string) =>
  run(sql`insert into book (id, room, shelf, title) values (${id}, ${room}, ${shelf}, ${title})
    on conflict (id) do update
      set room = excluded.room, shelf = excluded.shelf, title = excluded.title`);

describe("a read cache", () => {
  onBothEngines(migrations, (storage) => {
    /** A cache that counts how often it had to read. */
    const aCache = (entriesMax = 100, groups: readonly RowGroups[] = [byShelf]) => {
      const cache: ReadCache<Book | undefined> = storage().createReadCache({
        name: "books",
        entriesMax,
        groups,
      });
      let reads = 0;
      return {
        reads: () => reads,
        read: async (room: string, shelf: string) => {
          const unit = () => {
            reads += 1;
            return one<Book>(
              sql`select title from book where room = ${room} and shelf = ${shelf} order by id`,
            );
          };
          const [key, detail] = groups[0] === byRoom ? [[room], shelf] : [[room, shelf], ""];
          return (await cache.read(key, unit, detail))?.title;
        },
      };
    };

    /**
     * Waits until a value stays cached. On PostgreSQL nothing does while any transaction on the
     * server is older than the log of changes.
     */
    const waitForLog = async () => {
      await storage().write(() => store("first", "first", "1", "first"));
      for (let attempts = 0; ; attempts += 1) {
        const { read, reads } = aCache();
        await read("first", "1");
        await read("first", "1");
        if (reads() === 1) return;
        assert.ok(attempts < 600, "a transaction on the server does not end");
        await setTimeout(50);
      }
    };

    test("returns what is in the table after every write", async () => {
      const { read } = aCache();
      assert.equal(await read("a", "1"), undefined);
      for (const title of ["one", "two", "three"]) {
        await storage().write(() => store("book", "a", "1", title));
        assert.equal(await read("a", "1"), title);
        assert.equal(await read("a", "1"), title);
      }
      await storage().write(() => run(sql`delete from book`));
      assert.equal(await read("a", "1"), undefined);
    });

    test("reads a second time only when a row of its key has changed", async () => {
      await waitForLog();
      const { read, reads } = aCache();
      await read("b", "1");
      await read("b", "1");
      await storage().write(() => store("other", "b", "2", "another key"));
      await storage().write(() => store("other", "c", "1", "another key"));
      await read("b", "1");
      assert.equal(reads(), 1);
      await storage().write(() => store("ours", "b", "1", "this key"));
      assert.equal(await read("b", "1"), "this key");
      assert.equal(reads(), 2);
    });

    test("forgets both keys when a row moves from one to the other", async () => {
      const { read } = aCache();
      await storage().write(() => store("moving", "d", "1", "moving"));
      assert.deepEqual([await read("d", "1"), await read("d", "2")], ["moving", undefined]);
      await storage().write(() => store("moving", "d", "2", "moving"));
      assert.deepEqual([await read("d", "1"), await read("d", "2")], [undefined, "moving"]);
    });

    test("forgets all details of a key when one of its rows changes", async () => {
      await waitForLog();
      const { read, reads } = aCache(100, [byRoom]);
      await read("e", "1");
      await read("e", "2");
      await read("f", "1");
      await storage().write(() => store("e book", "e", "2", "new"));
      assert.equal(await read("e", "2"), "new");
      await read("e", "1");
      await read("f", "1");
      assert.equal(reads(), 5);
    });

    test("ignores updates of columns that do not count", async () => {
      await waitForLog();
      const { read, reads } = aCache();
      await storage().write(() => store("lent", "g", "1", "lent"));
      await read("g", "1");
      await storage().write(() => run(sql`update book set loans = loans + 1`));
      await read("g", "1");
      assert.equal(reads(), 1);
    });

    test("returns what was there before a unit that was undone", async () => {
      const { read } = aCache();
      await storage().write(() => store("kept", "h", "1", "kept"));
      await read("h", "1");
      await storage().write(function* () {
        yield* store("kept", "h", "1", "undone");
        yield* undo(undefined);
      });
      assert.equal(await read("h", "1"), "kept");
    });

    test("holds at most as many entries as it may", async () => {
      await waitForLog();
      const { read, reads } = aCache(2);
      for (const shelf of ["1", "2", "3", "3", "2"]) await read("i", shelf);
      assert.equal(reads(), 3);
      await read("i", "1");
      assert.equal(reads(), 4);
    });

    test("does not mix up keys whose values look alike when joined", async () => {
      const { read } = aCache();
      await storage().write(() => store("alike", "j k", "l", "alike"));
      assert.equal(await read("j k", "l"), "alike");
      assert.equal(await read("j", "k l"), undefined);
    });
  });

  test("does not store a value that was invalidated while it was read", () => {
    for (const group of ["a", null]) {
      const entries = new CacheEntries<string>("rows", 10);
      const old = entries.fill("a", "", () => {
        entries.invalidate(group);
        return "old";
      });
      assert.deepEqual([old, entries.find("a", "")], ["old", undefined]);
      entries.fill("a", "", () => {
        assert.equal(entries.find("a", ""), undefined);
        return "new";
      });
      assert.equal(entries.find("a", "")?.value, "new");
    }
  });
});
