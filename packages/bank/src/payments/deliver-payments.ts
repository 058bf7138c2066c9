import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { removeInstruction } from "../outbox/outbox-store.ts";
import type { Instruction, Outcome } from "../ports/core-bank.ts";
import { type MovingPayment, movePayments } from "./move-payments.ts";
import { nameDebtors } from "./name-debtors.ts";
import type { Payment } from "./payment.ts";
import { type PaymentBody, readOrder } from "./payment-order.ts";
import { listPayments } from "./payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "./payment-transitions.ts";

type OutcomeOf = readonly [Payment, Outcome];

/**
 * Hands signed payments of one world to the core bank and keeps what became of each. Doing it again
 * is harmless: the core bank knows the instruction by the payment's id and the attempt by its
 * version, and a payment moves only once.
 */
export const deliverPayments = async (
  payments: readonly Payment[],
  at: number,
  bank: Bank,
): Promise<readonly OutcomeOf[]> => {
  const waiting = payments.filter((payment) => payment.status === "PDNG");
  if (waiting.length === 0) return [];
  const debtorNameOf = await nameDebtors(waiting, bank);
  const instructions = waiting.map((payment) => instructionOf(payment, debtorNameOf(payment)));
  const outcomes = await bank.coreBank.submitAll(instructions, at);
  const answered = waiting.map((payment, index) => [payment, outcomes[index]] as OutcomeOf);
  await applyOutcomes(answered, at, bank);
  return answered;
};

/** Delivers payments of any worlds by their ids, as the outbox names them. */
export const deliverWaiting = async (paymentIds: readonly string[], bank: Bank): Promise<void> => {
  const payments = await bank.storage.read(() => listPayments(paymentIds));
  const done = payments.filter((payment) => payment.status !== "PDNG");
  if (done.length > 0) {
    await bank.storage.write(() =>
      run(...done.map(({ paymentId }) => removeInstruction(paymentId))),
    );
  }
  for (const [worldId, ofWorld] of Map.groupBy(payments, (payment) => payment.worldId)) {
    await deliverPayments(ofWorld, await bank.clock.now(worldId), bank);
  }
};

/** Moves each payment as its outcome says, unless it has moved there already. */
export const applyOutcomes = (
  answered: readonly OutcomeOf[],
  at: number,
  bank: Bank,
): Promise<void> =>
  bank.storage.write(function* () {
    const moving = answered.flatMap(([payment, outcome]): readonly MovingPayment[] => {
      const event = eventOf(outcome, payment);
      if (nextPaymentStatus(payment.status, event) === undefined) return [];
      const failure = "reason" in outcome ? { failure: outcome.reason } : {};
      const fundsAvailable = outcome.kind !== "no-funds";
      return [[payment, { event, actor: "bank", at, fundsAvailable, ...failure }]];
    });
    yield* movePayments(moving, bank.ids);
    yield* run(...answered.map(([{ paymentId }]) => removeInstruction(paymentId)));
  });

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
    case "returned":
      return "returned";
  }
};

const instructionOf = (payment: Payment, debtorName: string | undefined): Instruction => {
  const order = readOrder(JSON.parse(payment.body) as PaymentBody);
  return {
    instructionId: payment.paymentId,
    attempt: payment.version,
    worldId: payment.worldId,
    route: payment.route,
    debtorAccountId: payment.debtorAccountId,
    creditor: order.creditor,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    executionDate: payment.executionDate,
    debtorName,
    ultimateDebtor: order.ultimateDebtor,
    remittance: order.remittance,
    references: order.references,
    endToEndId: order.endToEndId,
    isUrgent: order.isUrgent,
    agreedFeeMinor: payment.feeMinor,
  };
};
