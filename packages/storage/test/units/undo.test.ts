import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { all, run, type Storage, sql, type Unit, undo } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { addNote, noteIds, notes } from "../notes.ts";

/** Writes a note and undoes the unit from two calls further down. */
function* addAndUndo(id: string): Unit<"added", "undone"> {
  yield* addNote(id);
  yield* refuseDeep(id);
  return "added";
}

function* refuseDeep(id: string): Unit<void, "undone"> {
  yield* addNote(`${id}, deep`);
  if (id !== "allowed") yield* undo("undone" as const);
}

describe("undo", () => {
  onBothEngines(notes, (storage) => {
    beforeEach(() => storage().write(() => run(sql`delete from note`)));

    test("removes every effect of the unit and resolves to the undo value", async () => {
      const refusal = { reason: "limit reached" };
      const value = await storage().write(function* () {
        yield* addNote("a");
        yield* addNote("b");
        yield* undo(refusal);
      });
      assert.equal(value, refusal);
      assert.deepEqual(await noteIds(storage()), []);
    });

    test("works from any depth, and a unit that does not undo keeps its effects", async () => {
      assert.equal(await storage().write(() => addAndUndo("refused")), "undone");
      assert.deepEqual(await noteIds(storage()), []);
      assert.equal(await storage().write(() => addAndUndo("allowed")), "added");
      assert.deepEqual(await noteIds(storage()), ["allowed", "allowed, deep"]);
    });

    test("stops the unit: no code after it runs and no catch sees it", async () => {
      const reached: string[] = [];
      await storage().write(function* () {
        yield* addNote("a");
        try {
          yield* undo(undefined);
          reached.push("after");
        } catch {
          reached.push("catch");
        }
      });
      assert.deepEqual(reached, []);
      assert.deepEqual(await noteIds(storage()), []);
    });

    test("resolves to the value when nothing was written", async () => {
      assert.equal(await storage().write(() => undo(undefined)), undefined);
      assert.equal(await storage().write(() => undo("early")), "early");
    });

    test("does not affect units that are written at the same time", async () => {
      const outcomes = await Promise.all([
        storage().write(() => addNote("before")),
        storage().write(() => addAndUndo("refused")),
        storage().write(() => addNote("after")),
        storage().write(() => addAndUndo("refused too")),
        storage().write(() => addAndUndo("allowed")),
      ]);
      assert.deepEqual(outcomes, [[1n], "undone", [1n], "undone", "added"]);
      assert.deepEqual(await noteIds(storage()), ["after", "allowed", "allowed, deep", "before"]);
    });

    test("leaves the connection usable", async () => {
      for (let turn = 0; turn < 30; turn += 1) {
        assert.equal(await storage().write(() => addAndUndo("refused")), "undone");
      }
      await storage().write(() => addNote("last"));
      assert.deepEqual(await noteIds(storage()), ["last"]);
    });

    test("is an assertion error in a unit that only reads", async () => {
      const reading = undoing as unknown as () => Unit<void>;
      for (const read of ["read", "readAtOnce"] as const) {
        await assert.rejects(storage()[read](reading), {
          name: "AssertionError",
          message: /only reads cannot undo/,
        });
      }
    });
  });
});

function* undoing(): Unit<void, string> {
  yield* all(sql`select id from note`);
  yield* undo("no");
}

/** Compiled, never called: what the types allow and refuse. */
export async function undoIsTyped(storage: Storage): Promise<void> {
  const value: "added" | "undone" = await storage.write(() => addAndUndo("a"));
  const plain: readonly bigint[] = await storage.write(() => addNote("a"));
  const inferred: number | "no" = await storage.write(function* () {
    if ((yield* run()).length > 0) yield* undo("no" as const);
    return 1;
  });
  // @ts-expect-error the undo value is part of what a write resolves to
  const overlooked: "added" = await storage.write(() => addAndUndo("a"));
  // @ts-expect-error a unit that only reads cannot undo
  await storage.read(() => undoing());
  // @ts-expect-error a unit that only reads cannot undo
  await storage.readAtOnce(() => undoing());
  // @ts-expect-error the unit does not say that it undoes
  const hidden = (): Unit<"added"> => addAndUndo("a");
  assert.ok([value, plain, inferred, overlooked, hidden]);
}
