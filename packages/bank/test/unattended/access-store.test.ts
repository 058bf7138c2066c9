import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { onBothEngines } from "../../../../test/support/both-engines.ts";
import { bankMigrations } from "../../src/migrations/index.ts";
import { countCall, dayMs } from "../../src/unattended/access-store.ts";

const start = Date.parse("2026-11-15T00:00:00Z");
let consents = 0;
const nextKey = () => {
  consents += 1;
  const consentId = `consent-${consents}`;
  return { worldId: "world", consentId, accountId: "account", kind: "balances" } as const;
};

describe("the count of calls without the PSU", () => {
  onBothEngines(bankMigrations, (storage) => {
    it("LIM-19: a call is allowed when fewer than four were made in 24 hours", async () => {
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
            const calls = await storage().write(() => countCall(key, at));
            assert.equal(calls !== undefined, isFree);
            if (isFree) allowed.push(at);
          }
        }),
        { numRuns: 40 },
      );
    });

    it("LIM-19: of many calls at once four are allowed", async () => {
      const key = nextKey();
      const calls = await Promise.all(
        Array.from({ length: 20 }, () => storage().write(() => countCall(key, start))),
      );
      assert.equal(calls.filter((call) => call !== undefined).length, 4);
    });

    it("LIM-19: calls made before the clock was set back hold nobody up", async () => {
      const key = nextKey();
      const count = (at: number) => storage().write(() => countCall(key, at));
      for (let call = 0; call < 4; call += 1) await count(start + 10 * dayMs);
      for (let call = 0; call < 4; call += 1) assert.notEqual(await count(start), undefined);
      assert.equal(await count(start), undefined);
    });
  });
});
