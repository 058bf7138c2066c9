import assert from "node:assert/strict";
import { test } from "node:test";
import { run, StatementFailed } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { paymentTable } from "../../../src/records/payment.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

onBothEngines(bankMigrations, (storage) => {
  const store = (parentId: string | undefined, occurrence: string | undefined) => {
    const payment = aStoredPayment("world", 1);
    return storage().write(() => run(paymentTable.insert({ ...payment, parentId, occurrence })));
  };

  test("the database refuses a second execution of a date of a periodic payment", async () => {
    await store("order", "2026-11-20");
    await store("order", "2026-12-20");
    await store("another order", "2026-11-20");
    await assert.rejects(store("order", "2026-11-20"), StatementFailed);
  });

  test("the parts of a bulk payment have no date of execution, and may be many", async () => {
    await store("bulk", undefined);
    await store("bulk", undefined);
  });
});
