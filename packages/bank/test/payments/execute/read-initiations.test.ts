import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { readInitiations } from "../../../src/payments/execute/read-initiations.ts";
import { signatureTable } from "../../../src/payments/signature-store.ts";
import type { Payment } from "../../../src/records/payment.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

onBothEngines(bankMigrations, (storage) => {
  const read = (payment: Payment) =>
    storage().read(function* () {
      return (yield* readInitiations([payment])).get(payment);
    });
  const sign = (paymentId: string, personId: string, signedAt: number, counts = true) =>
    signatureTable.insert({
      worldId: "world",
      paymentId,
      personId,
      scaId: `sca of ${personId}`,
      subjectHash: "hash",
      rule: undefined,
      channel: "redirect",
      signedAt,
      counts,
    });

  test("MAN-19: names everybody whose signature counts, on the order of a bulk too", async () => {
    const payment = { ...aStoredPayment("world", 1), signaturesMissing: 0 };
    const child = { ...aStoredPayment("world", 2), parentId: payment.paymentId };
    await storage().write(() =>
      run(
        sign(payment.paymentId, "anne", 1),
        sign(payment.paymentId, "berit", 2),
        sign(payment.paymentId, "changed", 0, false),
      ),
    );
    for (const one of [payment, { ...child, signaturesMissing: 0 }]) {
      const { signers = [] } = (await read(one))?.initiation ?? {};
      assert.deepEqual(
        signers.map(({ personId, scaId, at }) => [personId, scaId, at]),
        [
          ["anne", "sca of anne", 1],
          ["berit", "sca of berit", 2],
        ],
      );
    }
  });

  test("MAN-19: says nothing about signers if the mandates did not decide", async () => {
    const initiation = await read(aStoredPayment("world", 3));
    assert.ok(initiation !== undefined && !("signers" in initiation));
  });
});
