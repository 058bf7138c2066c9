import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { run } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
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
          enqueueInstructions(rows, { worldId: "world", claimedUntil: 0, at: 0 }),
          removeInstructions(ids),
        );
        return yield* claimInstructions(1, 10);
      });
      assert.deepEqual(left, [waiting.paymentId]);
    });
  });
});
