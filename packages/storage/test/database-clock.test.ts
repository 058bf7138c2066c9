import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { databaseNow, type Engine, one, openStorage, sql, type Unit } from "@varde/storage";
import { anEmptyDatabase, engines } from "@varde/testkit/storage";
import { ServerClock } from "../src/postgres/server-clock.ts";

const hourMs = 3_600_000;

const open = async (engine: Engine, now?: () => number) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await anEmptyDatabase(engine));
  const storage = await openStorage({ location, migrations: [], now });
  stack.defer(() => storage.close());
  const opened = stack.move();
  return { storage, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

function* readNow(): Unit<number> {
  const row = yield* one<{ now: bigint }>(sql`select ${databaseNow} as now`);
  return Number(row?.now);
}

/** Sets the clock of this process for one test. */
const setProcessClock = (t: { mock: { timers: typeof test.mock.timers } }, at: number): void =>
  t.mock.timers.enable({ apis: ["Date"], now: at });

describe("the database's clock", () => {
  for (const engine of engines) {
    test(`can be set when a database is opened, on ${engine}`, async () => {
      let now = Date.parse("2027-02-03T04:05:06.789Z");
      await using opened = await open(engine, () => now);
      const { storage } = opened;
      for (const step of [0, 25 * hourMs, -48 * hourMs]) {
        now += step;
        assert.deepEqual([storage.now(), await storage.read(readNow)], [now, now]);
        assert.equal(await storage.write(readNow), now);
      }
    });
  }

  test("is that of the process on SQLite", async (t) => {
    await using opened = await open("sqlite");
    setProcessClock(t, 1_800_000_000_000);
    assert.equal(opened.storage.now(), 1_800_000_000_000);
    assert.equal(await opened.storage.read(readNow), 1_800_000_000_000);
  });

  for (const [aheadMs, direction] of [
    [hourMs, "ahead"],
    [-24 * hourMs, "behind"],
  ] as const) {
    test(`is that of the server if the process's clock is ${direction}`, async (t) => {
      const realMs = Date.now();
      setProcessClock(t, realMs + aheadMs);
      await using opened = await open("postgres");
      const { storage } = opened;
      for (const now of [storage.now(), await storage.read(readNow)]) {
        assert.ok(Math.abs(now - realMs) < hourMs / 2, `${now - realMs} ms off`);
      }
    });
  }

  test("moves on between the statements of a unit on PostgreSQL", async () => {
    await using opened = await open("postgres");
    const [first, second] = await opened.storage.write(function* () {
      const results = yield [
        sql`select ${databaseNow} as now`,
        sql`select cast(pg_sleep(0.02) as text) as slept`,
        sql`select ${databaseNow} as now`,
      ];
      return [Number(results[0]?.rows[0]?.now), Number(results[2]?.rows[0]?.now)];
    });
    assert.ok(second >= first + 20);
  });
});

describe("the server's clock as a process knows it", () => {
  let elapsedMs = 0;
  const clock = () => {
    elapsedMs = 1_000;
    const known = new ServerClock(() => elapsedMs);
    return {
      known,
      observe: (serverMs: number, tookMs: number) => {
        const askedAt = elapsedMs;
        elapsedMs += tookMs;
        known.observe({ clock_ms: BigInt(serverMs) }, askedAt);
      },
    };
  };

  test("is not changed by a slow response that contradicts nothing", () => {
    const { known, observe } = clock();
    observe(5_000_000, 2);
    assert.equal(known.now(), 5_000_001);
    observe(5_000_001, 4_000);
    assert.equal(known.now(), 5_004_001);
  });

  test("follows a server's clock that is set, in both directions", () => {
    const { known, observe } = clock();
    observe(5_000_000, 2);
    observe(9_000_000, 2);
    assert.ok(Math.abs(known.now() - 9_000_000) <= 3);
    observe(1_000_000, 2);
    assert.ok(Math.abs(known.now() - 1_000_000) <= 3);
  });

  test("is within the time that the fastest response took", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { known, observe } = clock();
      const aheadMs = 10_000_000 * seed;
      let fastest = Number.POSITIVE_INFINITY;
      for (let step = 0; step < 10; step += 1) {
        const tookMs = 1 + ((seed * 7_919 + step * 104_729) % 500);
        const readAfterMs = (seed * 31 + step * 17) % (tookMs + 1);
        fastest = Math.min(fastest, tookMs);
        observe(elapsedMs + readAfterMs + aheadMs, tookMs);
        elapsedMs += 1_000;
        const off = known.now() - (elapsedMs + aheadMs);
        assert.ok(Math.abs(off) <= fastest + 1, `${off} ms off after ${fastest} ms, seed ${seed}`);
      }
    }
  });
});
