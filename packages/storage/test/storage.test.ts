import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import {
  all,
  one,
  perEngine,
  rowsOfEach,
  run,
  StatementFailed,
  StorageUnavailable,
  sql,
} from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { addNote, noteIds, notes, readNote } from "./notes.ts";

describe("storage", () => {
  onBothEngines(notes, (storage) => {
    beforeEach(() => storage().write(() => run(sql`delete from note`)));

    test("returns what a unit wrote, and the value of the unit", async () => {
      const value = await storage().write(function* () {
        yield* addNote("a", "Blåbærsyltetøy 😀", 7n);
        return "done";
      });
      assert.equal(value, "done");
      assert.deepEqual(await readNote(storage(), "a"), {
        id: "a",
        body: "Blåbærsyltetøy 😀",
        size: 7n,
      });
    });

    test("a unit sees its own writes, and gets the results of a list in its order", async () => {
      const rows = await storage().write(function* () {
        yield* run(
          sql`insert into note (id) values (${"a"})`,
          sql`insert into note (id) values (${"b"})`,
        );
        return yield* rowsOfEach(
          sql`select id from note where id = ${"b"}`,
          sql`select count(*) as notes, sum(size) as size from note`,
          sql`select id from note where id = ${"none"}`,
        );
      });
      assert.deepEqual(rows, [[{ id: "b" }], [{ notes: 2n, size: 0n }], []]);
    });

    test("a unit that throws has no effects, and its error rejects the promise", async () => {
      const fault = new Error("no");
      await assert.rejects(
        storage().write(function* () {
          yield* addNote("a");
          throw fault;
        }),
        (error) => error === fault,
      );
      assert.deepEqual(await noteIds(storage()), []);
    });

    test("a refused statement undoes the unit, even if the unit catches errors", async () => {
      let caught = false;
      await assert.rejects(
        storage().write(function* () {
          yield* addNote("a");
          try {
            yield* addNote("a");
          } catch {
            caught = true;
          }
        }),
        StatementFailed,
      );
      assert.equal(caught, false);
      assert.deepEqual(await noteIds(storage()), []);
      await storage().write(() => addNote("after"));
      assert.deepEqual(await noteIds(storage()), ["after"]);
    });

    test("a conflict that does nothing changes no row", async () => {
      const insert = () =>
        run(sql`insert into note (id, body) values (${"a"}, ${"x"}) on conflict do nothing`);
      assert.deepEqual(await storage().write(insert), [1n]);
      assert.deepEqual(await storage().write(insert), [0n]);
    });

    test("changes count the rows written, returned or not, and none for a select", async () => {
      await storage().write(() => run(sql`insert into note (id) values ('a'), ('b')`));
      const [update, returning, select] = await storage().write(() =>
        run(
          sql`update note set size = size + ${1}`,
          sql`update note set size = size + ${1} where id = ${"a"} returning id`,
          sql`select id from note`,
        ),
      );
      assert.deepEqual([update, returning, select], [2n, 1n, 0n]);
    });

    for (const size of [2n ** 63n - 1n, -(2n ** 63n), 0n]) {
      test(`the integer ${size} is stored exactly`, async () => {
        await storage().write(() => addNote("a", null, size));
        assert.deepEqual(await readNote(storage(), "a"), { id: "a", body: null, size });
      });
    }

    test("text is ordered by its bytes", async () => {
      const ids = ["å", "a", "Z", "z", "A", "aa", "Ø", "😀", "ﬀ"];
      await storage().write(function* () {
        for (const id of ids) yield* addNote(id);
      });
      assert.deepEqual(
        await noteIds(storage()),
        ids.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
      );
    });

    test("a hundred concurrent increments are all counted", async () => {
      await storage().write(() => addNote("a"));
      const increment = function* () {
        const before = yield* one<{ size: bigint }>(sql`select size from note where id = ${"a"}`);
        const [changes] = yield* run(
          sql`update note set size = size + 1 where id = ${"a"} and size >= ${before?.size ?? 0n}`,
        );
        return changes;
      };
      await Promise.all(Array.from({ length: 100 }, () => storage().write(increment)));
      assert.deepEqual(await readNote(storage(), "a"), { id: "a", body: null, size: 100n });
    });

    test("one of two writers of the same version wins", async () => {
      await storage().write(() => addNote("a"));
      const move = () => run(sql`update note set size = 1 where id = ${"a"} and size = 0`);
      const changes = await Promise.all([storage().write(move), storage().write(move)]);
      assert.deepEqual(changes.flat().toSorted(), [0n, 1n]);
    });

    test("a reading unit cannot write", async () => {
      await assert.rejects(
        storage().read(() => addNote("a")),
        /A reading unit cannot write/,
      );
      assert.deepEqual(await noteIds(storage()), []);
    });

    test("a statement may differ between the engines", async () => {
      await storage().write(() => run(sql`insert into note (id) values ('a'), ('b')`));
      const rows = await storage().write(() =>
        all(
          perEngine({
            sqlite: sql`select id from note order by id limit ${1}`,
            postgres: sql`select id from note order by id limit ${1} for update skip locked`,
          }),
        ),
      );
      assert.deepEqual(rows, [{ id: "a" }]);
    });

    test("a column that is neither text nor an integer fails an assertion", async () => {
      await assert.rejects(
        storage().read(() => all(sql`select 1.5 as half`)),
        { name: "AssertionError" },
      );
    });

    test("is ready while it is open", async () => {
      assert.equal(await storage().isReady(), true);
    });

    test("observers see each unit of a caller once, and no internal read", async () => {
      const steps: string[] = [];
      const stop = storage().observe((step) => steps.push(step));
      await storage().write(() => addNote("observed"));
      await noteIds(storage());
      await storage().readAtOnce(() => one(sql`select 1 as ready`));
      await storage().isReady();
      stop();
      await noteIds(storage());
      const seen = steps.filter((step) => step !== "connect");
      assert.deepEqual(seen, storage().engine === "sqlite" ? ["write"] : ["write", "read", "read"]);
    });
  });

  onBothEngines(notes, (storage) => {
    test("close finishes the queued units and refuses later ones", async () => {
      const ids = Array.from({ length: 50 }, (_, at) => `note ${at}`);
      const written = ids.map((id) => storage().write(() => addNote(id)));
      const closed = storage().close();
      assert.deepEqual(
        (await Promise.all(written)).flat(),
        ids.map(() => 1n),
      );
      await closed;
      await assert.rejects(
        storage().write(() => addNote("b")),
        StorageUnavailable,
      );
      await assert.rejects(noteIds(storage()), StorageUnavailable);
      assert.equal(await storage().isReady(), false);
    });
  });
});
