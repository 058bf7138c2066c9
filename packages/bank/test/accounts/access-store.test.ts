import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openStorage } from "@varde/storage";
import { onBothEngines, onEachEngine, type TestDatabase } from "@varde/testkit/storage";
import fc from "fast-check";
import {
  type AccessKey,
  countCall,
  countNextCall,
  dayMs,
} from "../../src/accounts/access-store.ts";
import { bankMigrations } from "../../src/migrations/index.ts";

const start = Date.parse("2026-11-15T00:00:00Z");
let consents = 0;
const nextKey = () => {
  consents += 1;
  const consentId = `consent-${consents}`;
  return { worldId: "world", consentId, accountId: "account", kind: "balances", epoch: 0 } as const;
};

/** Opens a database as two processes do; on SQLite there is one. */
const openTwice = async ({ location }: TestDatabase, stack: AsyncDisposableStack) => {
  const open = async () => {
    const storage = await openStorage({ location, migrations: bankMigrations });
    stack.defer(() => storage.close());
    return storage;
  };
  const first = await open();
  return [first, location.engine === "sqlite" ? first : await open()] as const;
};

describe("counting calls without the PSU", () => {
  onBothEngines(bankMigrations, (storage) => {
    /** Counts a call as the bank does: in one statement if possible. */
    const count = async (key: AccessKey, at: number) => {
      const calls = await storage().write(() => countNextCall(key, { at, listing: "" }));
      return calls === undefined
        ? storage().write(() => countCall(key, { at, listing: "" }))
        : { isAllowed: true, calls };
    };

    it("LIM-19: allows a call if fewer than four were made in 24 hours", async () => {
      const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: dayMs / 2 }), fc.constant(dayMs)), {
        minLength: 1,
        maxLength: 30,
      });
      await fc.assert(
        fc.asyncProperty(steps, async (waits) => {
          const key = nextKey();
          const allowed: number[] = [];
          let now = start;
          for (const wait of waits) {
            now += wait;
            const at = now;
            const isFree = allowed.filter((call) => call > at - dayMs).length < 4;
            const { isAllowed } = await count(key, at);
            assert.equal(isAllowed, isFree);
            if (isFree) allowed.push(at);
          }
        }),
        { numRuns: 40 },
      );
    });

    it("LIM-19: allows four of many concurrent calls", async () => {
      const key = nextKey();
      const calls = await Promise.all(Array.from({ length: 20 }, () => count(key, start)));
      assert.equal(calls.filter(({ isAllowed }) => isAllowed).length, 4);
    });

    it("LIM-19: ignores calls made before the clock was set back", async () => {
      const before = nextKey();
      const after = { ...before, epoch: 1 };
      for (let call = 0; call < 4; call += 1) await count(before, start + 10 * dayMs);
      for (let call = 0; call < 4; call += 1) assert((await count(after, start)).isAllowed);
      const { isAllowed, calls } = await count(after, start);
      assert.deepEqual([isAllowed, calls.length], [false, 4]);
    });

    it("LIM-19: a process that does not know of a clock set back still counts", async () => {
      const before = nextKey();
      const calls = [];
      for (const epoch of [1, 0, 1, 0, 1, 0]) {
        calls.push((await count({ ...before, epoch }, start)).isAllowed);
      }
      assert.deepEqual(calls, [true, true, true, true, false, false]);
    });

    it("LIM-19: counts calls that have read the clock in another order", async () => {
      const key = nextKey();
      const allowed = [];
      for (const at of [9, 3, 7, 1, 8, 2]) allowed.push((await count(key, start + at)).isAllowed);
      assert.deepEqual(allowed, [true, true, true, true, false, false]);
      // The last call that counts was made at 9.
      assert.equal((await count(key, start + dayMs + 8)).isAllowed, false);
      assert.equal((await count(key, start + dayMs + 9)).isAllowed, true);
    });
  });

  onEachEngine(bankMigrations, openTwice, (processes) => {
    it("LIM-19: two processes together allow four of many concurrent calls", async () => {
      for (let round = 0; round < 20; round += 1) {
        const key = nextKey();
        const calls = Array.from({ length: 12 }, (_, call) => {
          const storage = processes()[call % 2];
          const at = start + ((call * 7) % 5);
          return storage?.write(() => countCall(key, { at, listing: "" }));
        });
        const allowed = (await Promise.all(calls)).filter((call) => call?.isAllowed);
        assert.equal(allowed.length, 4, `round ${round}`);
      }
    });
  });
});
