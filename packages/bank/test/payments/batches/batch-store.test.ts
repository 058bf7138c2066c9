import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, sql } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { registerTpp } from "../../../src/parties/tpp-store.ts";
import { doneUntil } from "../../../src/payments/batches/batch-store.ts";

onBothEngines(bankMigrations, (storage) =>
  describe("the first look at the batches of a world", () => {
    const now = Date.parse("2026-11-16T12:00:00Z");
    const hourMs = 60 * 60_000;
    const look = (worldId: string) => storage().write(() => doneUntil({ worldId, epoch: 0 }, now));
    const listStored = () =>
      storage().read(() =>
        all(sql`select world_id, kind, due_at from batch where world_id in ('deleted', 'w')`),
      );

    test("stores nothing for a world that was deleted in the meantime", async () => {
      assert.equal(await look("deleted"), now - hourMs);
      assert.deepEqual(await listStored(), []);
    });

    test("stores from when on they count", async () => {
      const tpp = { tppId: "t", identifier: "PSDNO-FSA-1", name: "TPP", seenAt: 0 };
      await storage().write(() => registerTpp({ ...tpp, worldId: "w" }));
      const from = now - hourMs;
      assert.equal(await look("w"), from);
      assert.deepEqual(await listStored(), [
        { world_id: "w", kind: "start", due_at: BigInt(from) },
      ]);
    });
  }),
);
