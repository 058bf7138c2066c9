import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, run, sql } from "@varde/storage";
import { meet, onBothEngines } from "@varde/testkit/storage";
import { claimRequest, requestKeptMs } from "../../src/idempotency/request-store.ts";
import { bankMigrations } from "../../src/migrations/index.ts";
import { forgetOldRequests } from "../../src/retention/forget-old-requests.ts";

const now = Date.parse("2026-11-16T04:00:00Z");

const clock = { machineNow: () => now, now: async () => now, epoch: async () => 0 };

const claim = (requestId: string, at: number) =>
  claimRequest({ tppId: "tpp", requestId }, "print", { status: 201, body: "{}" }, at);

onBothEngines(bankMigrations, (open, engine) => {
  describe("answers that are kept for a caller who did not receive them", () => {
    it("go when they are a day old, however many, and not before", async () => {
      const storage = open();
      const old = Array.from({ length: 1_200 }, (_, at) => claim(`old-${at}`, now - requestKeptMs));
      const young = claim("young", now - requestKeptMs + 1);
      await storage.write(() => run(...old, young));
      await forgetOldRequests({ storage, clock });
      const left = await storage.read(() => all(sql`select request_id from request`));
      assert.deepEqual(left, [{ request_id: "young" }]);
    });

    // On SQLite one unit has ended before another begins.
    if (engine === "sqlite") return;

    it("stay when their id is used anew while they are being forgotten", async () => {
      const storage = open();
      await storage.write(() => run(claim("again", now - requestKeptMs)));
      await meet(
        (unit) => storage.write(unit),
        () => run(claim("again", now)),
        () => forgetOldRequests({ storage, clock }),
      );
      const left = await storage.read(() =>
        all(sql`select created_at from request where request_id = 'again'`),
      );
      assert.deepEqual(left, [{ created_at: BigInt(now) }]);
    });
  });
});
