import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../src/migrations/index.ts";
import { movePayment } from "../../src/payments/move-payments.ts";
import { readPayment } from "../../src/payments/payment-store.ts";
import { randomIds } from "../../src/ports/random-ids.ts";
import { type Payment, paymentTable } from "../../src/records/payment.ts";
import { aStoredPayment } from "../a-stored-payment.ts";

const signer = {
  personId: "signer",
  agreementId: "agreement-of-signer",
  context: "CORPORATE",
  scaId: "sca",
} as const;

onBothEngines(bankMigrations, (storage) => {
  /** Signs a payment that was created for this owner, and returns it as moved and as stored. */
  const sign = (owner: Partial<Payment>) => {
    const payment = { ...aStoredPayment("world", 1), ...owner };
    const { executionDate, dateMoved } = payment;
    const signing = { ...signer, executionDate, dateMoved, signaturesMissing: undefined };
    return storage().write(function* () {
      yield* run(paymentTable.insert(payment));
      const move = { event: "signed", actor: signer.personId, at: 1, signing } as const;
      const moved = yield* movePayment(payment, move, randomIds);
      return { moved, stored: yield* readPayment(payment.paymentId) };
    });
  };

  test("MAN-01: signing changes neither the person nor the agreement of a payment", async () => {
    const owner = { personId: "creator", agreementId: "agreement", context: "CORPORATE" } as const;
    for (const payment of Object.values(await sign(owner))) {
      const { personId, agreementId, context } = payment ?? {};
      assert.deepEqual({ personId, agreementId, context }, owner);
      assert.equal(payment?.scaId, "sca");
    }
  });

  test("MAN-01: the first signer becomes the owner of a payment without one", async () => {
    for (const payment of Object.values(await sign({}))) {
      assert.equal(payment?.personId, signer.personId);
      assert.equal(payment?.agreementId, signer.agreementId);
      assert.equal(payment?.context, "CORPORATE");
    }
  });
});
