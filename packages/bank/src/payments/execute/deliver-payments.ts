import { type Awaitable, run } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { removeInstructions } from "../../outbox/outbox-store.ts";
import type { Instruction, Outcome } from "../../ports/core-bank.ts";
import {
  type MovablePayment,
  type MovingPayment,
  movePayments,
  type PaymentMove,
} from "../move-payments.ts";
import type { Payment } from "../payment.ts";
import { readOrder, type StoredPaymentBody } from "../payment-order.ts";
import { listPayments } from "../payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "../payment-transitions.ts";
import { nameDebtors } from "./name-debtors.ts";
import { submitPayments } from "./submit-payments.ts";

/** What must be known of a payment to hand it to the core bank. */
export type DeliverablePayment = MovablePayment &
  Pick<
    Payment,
    | "personId"
    | "agreementId"
    | "context"
    | "route"
    | "body"
    | "amountMinor"
    | "currency"
    | "debtorAccountId"
    | "executionDate"
    | "feeMinor"
  >;

type Answered<P> = readonly [P, Outcome];

/**
 * Hands signed payments of one world to the core bank and keeps what became of each. Doing it again
 * is harmless: the core bank knows the instruction by the payment's id and the attempt by its
 * version, and a payment moves only once. A long run of them gives way to others in between. What
 * the core bank cannot take stays in the outbox and is missing from the answer.
 */
export const deliverPayments = async (
  payments: readonly DeliverablePayment[],
  at: number,
  bank: Bank,
  yieldToOthers = atOnce,
): Promise<readonly Answered<DeliverablePayment>[]> => {
  const waiting = payments.filter((payment) => payment.status === "PDNG");
  if (waiting.length === 0) return [];
  const names = new Map(await nameDebtors(waiting, bank));
  const instruct = (payment: DeliverablePayment) => instructionOf(payment, names.get(payment));
  const answered = await submitPayments(
    waiting.filter((payment) => names.has(payment)),
    (some) => bank.coreBank.submitAll(some.map(instruct), at),
    bank,
  );
  await yieldToOthers();
  await bank.storage.write(function* () {
    yield* movePayments(movesBy(answered, at), bank.ids);
    yield* run(removeInstructions(answered.map(([{ paymentId }]) => paymentId)));
  });
  return answered;
};

const atOnce = async (): Promise<void> => {};

/** Delivers payments of any worlds by their ids, as the outbox names them. */
export const deliverQueued = async (
  paymentIds: readonly string[],
  now: (worldId: string) => Awaitable<number>,
  bank: Bank,
): Promise<void> => {
  const payments = await bank.storage.read(() => listPayments(paymentIds));
  // Those that moved on, and those that went with their world.
  if (payments.filter(({ status }) => status === "PDNG").length < paymentIds.length) {
    await bank.storage.write(() => run(removeInstructions(paymentIds)));
  }
  for (const [worldId, ofWorld] of Map.groupBy(payments, (payment) => payment.worldId)) {
    await deliverPayments(ofWorld, await now(worldId), bank);
  }
};

/** How each payment moves by its outcome; one that has moved there already stays. */
export const movesBy = <P extends MovablePayment & Pick<Payment, "route">>(
  answered: readonly Answered<P>[],
  at: number,
): readonly MovingPayment<P>[] => {
  const moves = new Map<string, PaymentMove>();
  return answered.flatMap(([payment, outcome]): readonly MovingPayment<P>[] => {
    const event = eventOf(outcome, payment);
    if (nextPaymentStatus(payment.status, event) === undefined) return [];
    const reason = "reason" in outcome ? outcome.reason : undefined;
    const key = `${event} ${reason ?? ""}`;
    const move = moves.get(key) ?? moveBy(event, reason, at);
    moves.set(key, move);
    return [[payment, move]];
  });
};

/** What an outcome tells of the funds; a refusal tells nothing, since nobody may have looked. */
const fundsBy: Readonly<Partial<Record<PaymentEvent, Pick<PaymentMove, "fundsAvailable">>>> = {
  settled: { fundsAvailable: true },
  sentToClearing: { fundsAvailable: true },
  handedToCorrespondent: { fundsAvailable: true },
  lackedFunds: { fundsAvailable: false },
};

const moveBy = (event: PaymentEvent, reason: string | undefined, at: number): PaymentMove => ({
  event,
  actor: "bank",
  at,
  ...fundsBy[event],
  ...(reason === undefined ? {} : { failure: reason }),
});

const eventOf = (outcome: Outcome, payment: Pick<Payment, "route">): PaymentEvent => {
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

const instructionOf = (
  payment: DeliverablePayment,
  debtorName: string | undefined,
): Instruction => {
  const order = readOrder(JSON.parse(payment.body) as StoredPaymentBody);
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
    purposeCode: order.purposeCode,
    isUrgent: order.isUrgent,
    agreedFeeMinor: payment.feeMinor,
  };
};
