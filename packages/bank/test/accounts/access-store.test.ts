import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onBothEngines } from "@varde/testkit/storage";
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
  return { worldId: "world", consentId, accountId: "account", kind: "balances" } as const;
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

    const counter = () => {
      const key = nextKey();
      return (at: number) => count(key, at);
    };

    it("LIM-19: ignores calls made before the clock was set back", async () => {
      const count = counter();
      for (let call = 0; call < 4; call += 1) await count(start + 10 * dayMs);
      for (let call = 0; call < 4; call += 1) assert((await count(start)).isAllowed);
      assert.equal((await count(start)).isAllowed, false);
    });

    it("LIM-19: one counted call leaves three, even if there are calls in the future", async () => {
      const count = counter();
      const tenHours = 10 * 60 * 60_000;
      for (const at of [0, tenHours, tenHours, tenHours]) await count(start + at);
      for (const later of [1, 2, 3]) assert((await count(start + later)).isAllowed);
      const { isAllowed, calls } = await count(start + 4);
      assert.equal(isAllowed, false);
      assert.deepEqual(
        calls.map(({ at }) => at - start),
        [0, 1, 2, 3],
      );
    });
  });
});
