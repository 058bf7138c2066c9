import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { run, type Unit } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { claimBatch, finishBatch } from "../../../src/payments/batches/batch-store.ts";
import {
  claimInstructions,
  enqueueInstructions,
  removeInstructions,
} from "../../../src/payments/execute/outbox-store.ts";
import { paymentTable } from "../../../src/records/payment.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

describe("the outbox", () => {
  onBothEngines(bankMigrations, (storage) => {
    it("F07: does not delete the row of a payment that is pending again", async () => {
      const waiting = { ...aStoredPayment("world", 1), status: "PDNG" as const };
      const settled = { ...aStoredPayment("world", 2), status: "ACSC" as const };
      const ids = [waiting.paymentId, settled.paymentId, "of a world that is gone"];
      const rows = ids.map((paymentId) => ({ outboxId: paymentId, paymentId }));
      const left = await storage().write(function* () {
        yield* run(
          paymentTable.insert(waiting),
          paymentTable.insert(settled),
          enqueueInstructions(rows, { worldId: "world", leaseMs: 0, at: 0 }),
          removeInstructions(ids),
        );
        return yield* claimInstructions(10);
      });
      assert.deepEqual(left, [waiting.paymentId]);
    });

    describe("what an interrupted batch has queued", () => {
      const batch = { kind: "payments", dueAt: 5, cutOffAt: 5 } as const;

      /** Interrupts a batch, takes the steps, and returns what is then delivered without it. */
      const claimAfter = (worldId: string, steps: () => Unit<void>) =>
        storage().write(function* () {
          yield* claimBatch({ worldId, epoch: 1 }, batch, "crashed");
          const queued = { "of the batch": batch.dueAt, other: batch.dueAt + 1 };
          for (const [name, at] of Object.entries(queued)) {
            const id = `${worldId} ${name}`;
            const rows = [{ outboxId: id, paymentId: id }];
            yield* run(enqueueInstructions(rows, { worldId, leaseMs: 0, at }));
          }
          yield* steps();
          return (yield* claimInstructions(10)).toSorted();
        });

      it("STA-10: is left to the batch, which delivers it as of its own time", async () => {
        const claimed = await claimAfter("a", function* () {});
        assert.deepEqual(claimed, ["a other"]);
      });

      it("STA-10: is delivered without the batch once that is done", async () => {
        const claimed = await claimAfter("b", () =>
          finishBatch({ worldId: "b", epoch: 1, dueAt: batch.dueAt, owner: "crashed" }, 1),
        );
        assert.deepEqual(claimed, ["b of the batch", "b other"]);
      });

      it("STA-10: is delivered if the batch will not be run again", async () => {
        const passed = [
          { worldId: "c", epoch: 1, dueAt: 6 },
          { worldId: "d", epoch: 2, dueAt: 4 },
        ];
        for (const { worldId, epoch, dueAt } of passed) {
          const claimed = await claimAfter(worldId, function* () {
            yield* claimBatch({ worldId, epoch }, { ...batch, dueAt }, "next");
            yield* finishBatch({ worldId, epoch, dueAt, owner: "next" }, 0);
          });
          assert.deepEqual(claimed, [`${worldId} of the batch`, `${worldId} other`]);
        }
      });
    });
  });
});
