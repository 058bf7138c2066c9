import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { conclude, run, type Statement, sql, type Unit, undo } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { addNote, noteIds, notes } from "../notes.ts";

const insert = (id: string): Statement => sql`insert into note (id) values (${id})`;
const rename = (id: string, body: string): Statement =>
  sql`update note set body = ${body} where id = ${id}`;

/** Requires that the note is there before it adds another. */
const renameAndAdd = (id: string, added: string): Unit<unknown, "unknown" | "second unknown"> =>
  conclude<"unknown" | "second unknown">(
    insert(added),
    { statement: rename(id, "changed"), otherwise: "unknown" },
    { statement: rename(added, "changed"), otherwise: "second unknown" },
  );

describe("conclude", () => {
  onBothEngines(notes, (storage) => {
    beforeEach(() => storage().write(() => run(sql`delete from note`)));

    test("commits the last statements and returns their results", async () => {
      const results = await storage().write(function* () {
        return yield* conclude(
          insert("a"),
          insert("b"),
          { statement: sql`update note set size = 2`, otherwise: undefined },
          sql`update note set body = 'x' where id = 'a' returning id, size`,
        );
      });
      assert.deepEqual(
        results?.map(({ rows, changes }) => ({ rows: rows.map((row) => ({ ...row })), changes })),
        [
          { rows: [], changes: 1n },
          { rows: [], changes: 1n },
          { rows: [], changes: 2n },
          { rows: [{ id: "a", size: 2n }], changes: 1n },
        ],
      );
      assert.deepEqual(await noteIds(storage()), ["a", "b"]);
    });

    test("undoes the unit with the value of the statement that changes no row", async () => {
      assert.equal(await storage().write(() => renameAndAdd("none", "a")), "unknown");
      assert.deepEqual(await noteIds(storage()), []);
      await storage().write(() => addNote("none"));
      await storage().write(() => renameAndAdd("none", "a"));
      assert.deepEqual(await noteIds(storage()), ["a", "none"]);
    });

    test("undoes statements before the conclusion too", async () => {
      const add = function* (id: string, renamed: string): Unit<"added", "unknown"> {
        yield* addNote(id);
        yield* conclude({ statement: rename(renamed, "x"), otherwise: "unknown" as const });
        return "added";
      };
      assert.equal(await storage().write(() => add("a", "none")), "unknown");
      assert.deepEqual(await noteIds(storage()), []);
      assert.equal(await storage().write(() => add("a", "a")), "added");
      assert.deepEqual(await noteIds(storage()), ["a"]);
    });

    test("leaves nothing behind if a statement fails, and the connection usable", async () => {
      for (let turn = 0; turn < 12; turn += 1) {
        await assert.rejects(
          storage().write(() => conclude(insert("a"), insert("a"), insert("b"))),
          { name: "StatementFailed" },
        );
        assert.equal(await storage().write(() => renameAndAdd("none", "a")), "unknown");
      }
      assert.deepEqual(await noteIds(storage()), []);
    });

    test("must be the end of the unit", async () => {
      const goOn = function* (): Unit<void, string> {
        yield* conclude(insert("a"));
        yield* undo("too late");
      };
      await assert.rejects(storage().write(goOn), (error: Error) =>
        /continued after its conclusion/.test(error.message),
      );
    });
  });
});
