import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, run, sql } from "@varde/storage";
import { meet, onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { forgetOldRequests } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { claimRequest, requestRetentionMs } from "../../../src/request/stored-request.ts";

const now = Date.parse("2026-11-16T04:00:00Z");

const clock = { machineNow: () => now, now: async () => now, epoch: async () => 0 };

const claim = (requestId: string, at: number) =>
  claimRequest({ tppId: "tpp", requestId }, "print", { status: 201, body: "{}" }, at);

onBothEngines(bankMigrations, (open, engine) => {
  describe("stored responses", () => {
    it("are deleted when they are a day old, and not before", async () => {
      const storage = open();
      const old = Array.from({ length: 1_200 }, (_, at) =>
        claim(`old-${at}`, now - requestRetentionMs),
      );
      const young = claim("young", now - requestRetentionMs + 1);
      await storage.write(() => run(...old, young));
      await forgetOldRequests({ storage, clock });
      const left = await storage.read(() => all(sql`select request_id from request`));
      assert.deepEqual(left, [{ request_id: "young" }]);
    });

    // SQLite runs one unit at a time.
    if (engine === "sqlite") return;

    it("are not deleted if their id is claimed again at the same time", async () => {
      const storage = open();
      await storage.write(() => run(claim("again", now - requestRetentionMs)));
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
