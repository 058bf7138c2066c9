import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, openStorage, run, sql } from "@varde/storage";
import { meet, onEachEngine, type TestDatabase } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { forgetOldRequests } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { claimRequest, requestRetentionMs } from "../../../src/request/stored-request.ts";

const now = Date.parse("2026-11-16T04:00:00Z");

/** The time of the database's clock. */
let at = now;

const openWithClock = async ({ location }: TestDatabase, stack: AsyncDisposableStack) => {
  const storage = await openStorage({ location, migrations: bankMigrations, now: () => at });
  stack.defer(() => storage.close());
  return storage;
};

const claim = (requestId: string) =>
  claimRequest({ tppId: "tpp", requestId }, "print", { status: 201, body: "{}" });

onEachEngine(bankMigrations, openWithClock, (open, engine) => {
  describe("stored responses", () => {
    it("are deleted when they are a day old, and not before", async () => {
      const storage = open();
      at = now - requestRetentionMs;
      await storage.write(() =>
        run(...Array.from({ length: 1_200 }, (_, number) => claim(`old-${number}`))),
      );
      at += 1;
      await storage.write(() => run(claim("young")));
      at = now;
      await forgetOldRequests({ storage });
      const left = await storage.read(() => all(sql`select request_id from request`));
      assert.deepEqual(left, [{ request_id: "young" }]);
    });

    // SQLite runs one unit at a time.
    if (engine === "sqlite") return;

    it("are not deleted if their id is claimed again at the same time", async () => {
      const storage = open();
      at = now - requestRetentionMs;
      await storage.write(() => run(claim("again")));
      at = now;
      await meet(
        (unit) => storage.write(unit),
        () => run(claim("again")),
        () => forgetOldRequests({ storage }),
      );
      const left = await storage.read(() =>
        all(sql`select created_at from request where request_id = 'again'`),
      );
      assert.deepEqual(left, [{ created_at: BigInt(now) }]);
    });
  });
});
