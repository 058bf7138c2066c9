import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { all, run, type Storage, sql } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { sandboxConfiguration } from "../../../src/configuration/bank-configuration.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { deletePersonData } from "../../../src/operations/stored-data/erase-person.ts";
import { forgetOldRows } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { retentionMs } from "../../../src/operations/stored-data/retention-ms.ts";
import { type Payment, paymentTable } from "../../../src/records/payment.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

const at = Date.parse("2026-11-16T04:00:00Z");
const psuDevice = { ipAddress: "192.0.2.1" };

const aPaymentOf = (worldId: string, changes: Partial<Payment>): Payment => ({
  ...aStoredPayment(worldId, 1),
  status: "ACSC",
  psuDevice,
  createdAt: at - retentionMs.psuDevice,
  ...changes,
});

const listWithDevice = (storage: Storage, worldId: string) =>
  storage.read(function* () {
    const rows = yield* all<{ payment_id: string }>(
      sql`select payment_id from payment where world_id = ${worldId} and psu_device is not null`,
    );
    return rows.map((row) => row.payment_id).toSorted();
  });

describe("the PSU's device of a payment", () => {
  onBothEngines(bankMigrations, (storage) => {
    it("is erased when its period ends, unless the core bank still needs it", async () => {
      const over = aPaymentOf("old", {});
      const young = aPaymentOf("old", { createdAt: over.createdAt + 1 });
      const waiting = aPaymentOf("old", { status: "ACTC" });
      const pending = aPaymentOf("old", { status: "PDNG" });
      const payments = [over, young, waiting, pending];
      await storage().write(() => run(...payments.map((one) => paymentTable.insert(one))));
      await forgetOldRows("old", at, { storage: storage(), configuration: sandboxConfiguration });
      assert.deepEqual(
        await listWithDevice(storage(), "old"),
        [young, waiting, pending].map(({ paymentId }) => paymentId).toSorted(),
      );
    });

    it("is erased with the person, and the payment stays", async () => {
      const theirs = aPaymentOf("left", { personId: "kari" });
      const others = aPaymentOf("left", { personId: "ola" });
      const payments = [theirs, others];
      await storage().write(() => run(...payments.map((one) => paymentTable.insert(one))));
      await storage().write(() => deletePersonData("left", "kari"));
      assert.deepEqual(await listWithDevice(storage(), "left"), [others.paymentId]);
      const rows = await storage().read(() =>
        all(sql`select payment_id from payment where world_id = 'left'`),
      );
      assert.equal(rows.length, 2);
    });
  });
});
