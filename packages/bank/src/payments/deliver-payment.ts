import assert from "node:assert/strict";
import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { removeInstruction } from "../outbox/outbox-store.ts";
import type { Instruction, Outcome } from "../ports/core-bank.ts";
import { movePayment } from "./move-payment.ts";
import type { Payment } from "./payment.ts";
import { type PaymentBody, readOrder } from "./payment-order.ts";
import { readPayment } from "./payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "./payment-transitions.ts";

/**
 * Hands a signed payment to the core bank and keeps what became of it. Doing it again is harmless:
 * the core bank knows the instruction by the payment's id, and a payment moves only once.
 */
export const deliverPayment = async (
  paymentId: string,
  bank: Bank,
): Promise<Outcome | undefined> => {
  const payment = await bank.storage.read(() => readPayment(paymentId));
  assert(payment !== undefined, "the outbox names payments that exist");
  if (payment.status !== "PDNG") {
    await bank.storage.write(() => run(removeInstruction(paymentId)));
    return undefined;
  }
  const outcome = await bank.coreBank.submit(instructionOf(payment));
  await applyOutcome(paymentId, outcome, bank);
  return outcome;
};

/** Moves the payment as the outcome says, unless it has moved there already. */
export const applyOutcome = async (
  paymentId: string,
  outcome: Outcome,
  bank: Bank,
): Promise<void> => {
  const known = await bank.storage.read(() => readPayment(paymentId));
  assert(known !== undefined, "the core bank answers for payments that exist");
  const at = await bank.clock.now(known.worldId);
  await bank.storage.write(function* () {
    const payment = yield* readPayment(paymentId);
    const event = eventOf(outcome, known);
    if (payment !== undefined && nextPaymentStatus(payment.status, event) !== undefined) {
      const isShort = outcome.kind === "no-funds";
      const failure = outcome.kind === "refused" ? { failure: outcome.reason } : {};
      yield* movePayment(
        payment,
        { event, actor: "bank", at, fundsAvailable: !isShort, ...failure },
        bank.ids,
      );
    }
    yield* run(removeInstruction(paymentId));
  });
};

const eventOf = (outcome: Outcome, payment: Payment): PaymentEvent => {
  switch (outcome.kind) {
    case "settled":
      return "settled";
    case "sent":
      return payment.route === "cross-border" ? "handedToCorrespondent" : "sentToClearing";
    case "no-funds":
      return "lackedFunds";
    case "refused":
      return "refused";
  }
};

const instructionOf = (payment: Payment): Instruction => {
  const order = readOrder(JSON.parse(payment.body) as PaymentBody);
  return {
    instructionId: payment.paymentId,
    worldId: payment.worldId,
    route: payment.route,
    debtorAccountId: payment.debtorAccountId,
    creditor: order.creditor,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    executionDate: payment.executionDate,
    remittance: order.remittance,
    endToEndId: order.endToEndId,
    isUrgent: order.isUrgent,
    agreedFeeMinor: payment.feeMinor,
  };
};
