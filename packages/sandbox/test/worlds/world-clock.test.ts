import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStorage, run, sql } from "@varde/storage";
import { onEachEngine, type TestDatabase } from "@varde/testkit/storage";
import { everyMigration } from "../../src/index.ts";
import { createWorldClock } from "../../src/worlds/index.ts";
import { newWorldId } from "../some-worlds.ts";

const noon = Date.parse("2026-11-15T12:00:00Z");
const hour = 3_600_000;

/** A day ahead of the database, which makes no difference. */
const machineTime = noon + 24 * hour;
const database = { now: noon };

const openWithClock = async ({ location }: TestDatabase, stack: AsyncDisposableStack) => {
  const migrations = everyMigration;
  const storage = await openStorage({ location, migrations, now: () => database.now });
  stack.defer(() => storage.close());
  return storage;
};

onEachEngine(everyMigration, openWithClock, (storage, engine) =>
  describe("the clock", () => {
    /** Opens a world on a database whose clock the test sets. */
    const aWorld = async () => {
      const worldId = newWorldId();
      await storage().write(() =>
        run(sql`insert into sandbox_world (world_id, name, seed, opened_at, clock_offset_ms,
          clock_fixed_at, clock_epoch)
        values (${worldId}, 'a world', 1, 0, 0, null, 0)`),
      );
      database.now = noon;
      return { worldId, clock: createWorldClock(storage(), () => machineTime) };
    };

    test("a world starts with the database's time", async () => {
      const { worldId, clock } = await aWorld();
      assert.equal(await clock.now(worldId), noon);
      database.now += hour;
      assert.equal(await clock.now(worldId), noon + hour);
    });

    test("a clock that was set runs on from there, and the process's does not change", async () => {
      const { worldId, clock } = await aWorld();
      await clock.setClock(worldId, noon + 48 * hour, "running");
      database.now += hour;
      assert.equal(await clock.now(worldId), noon + 49 * hour);
      assert.equal(clock.machineNow(), machineTime);
    });

    test("a fixed clock does not run and can be advanced", async () => {
      const { worldId, clock } = await aWorld();
      await clock.setClock(worldId, noon + 2 * hour, "fixed");
      database.now += hour;
      assert.equal(await clock.now(worldId), noon + 2 * hour);
      const reading = await clock.advanceClock(worldId, 5 * hour);
      assert.deepEqual([reading.nowMs, reading.isFixed], [noon + 7 * hour, true]);
    });

    test("only setting a clock back starts a new epoch", async () => {
      const { worldId, clock } = await aWorld();
      assert.equal((await clock.advanceClock(worldId, hour)).epoch, 0);
      assert.equal((await clock.setClock(worldId, noon + 2 * hour, "running")).epoch, 0);
      assert.equal((await clock.setClock(worldId, noon + hour, "fixed")).epoch, 1);
      assert.equal((await clock.setClock(worldId, noon + hour, "running")).epoch, 1);
      const released = await clock.releaseClock(worldId);
      assert.deepEqual(released, { nowMs: noon, epoch: 2, isFixed: false, offsetMs: 0 });
      assert.equal((await clock.setClock(worldId, noon - hour, "running")).epoch, 3);
      assert.equal((await clock.releaseClock(worldId)).epoch, 3, "forward to the database's time");
    });

    test("concurrent calls that set a clock back to one time count once", async () => {
      const { worldId, clock } = await aWorld();
      await Promise.all(
        Array.from({ length: 5 }, () => clock.setClock(worldId, noon - hour, "fixed")),
      );
      assert.equal((await clock.readClock(worldId)).epoch, 1);
    });

    test("each world has its own clock, which survives a restart", async () => {
      const { worldId, clock } = await aWorld();
      const other = await aWorld();
      await clock.advanceClock(worldId, 24 * hour);
      assert.equal(await other.clock.now(other.worldId), noon);
      const restarted = createWorldClock(storage());
      assert.equal(await restarted.now(worldId), noon + 24 * hour);
    });

    test("a clock cannot be advanced backwards, nor in an unknown world", async () => {
      const { worldId, clock } = await aWorld();
      assert.throws(() => clock.advanceClock(worldId, -1), /forwards/);
      await assert.rejects(clock.advanceClock("nowhere", 1), /no world nowhere/);
      assert.equal(await clock.now("nowhere"), noon);
    });

    if (engine === "postgres") {
      test("a change by another process takes effect at once", async () => {
        const { worldId, clock } = await aWorld();
        await clock.now(worldId);
        await createWorldClock(storage()).advanceClock(worldId, hour);
        assert.equal(await clock.now(worldId), noon + hour);
      });
    }
  }),
);
