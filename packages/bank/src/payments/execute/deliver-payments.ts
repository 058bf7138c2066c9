import { type Awaitable, type RecordOf, run } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { removeInstructions, removePendingInstruction } from "../../outbox/outbox-store.ts";
import type { Instruction, Outcome } from "../../ports/core-bank.ts";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import { type MovingPayment, movePayments, type PaymentMove } from "../move-payments.ts";
import { type MovablePayment, movableFields, type Payment, paymentTable } from "../payment.ts";
import { readOrder, type StoredPaymentBody } from "../payment-order.ts";
import { listPayments } from "../payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "../payment-transitions.ts";
import { nameDebtors } from "./name-debtors.ts";
import { submitPayments } from "./submit-payments.ts";

/** The fields of a payment that delivery needs. */
export const deliverablePayments = paymentTable.pick(
  ...movableFields,
  "personId",
  "agreementId",
  "context",
  "route",
  "body",
  "amountMinor",
  "currency",
  "debtorAccountId",
  "executionDate",
  "feeMinor",
);
export interface DeliverablePayment extends RecordOf<typeof deliverablePayments> {}

type Submitted<P> = readonly [P, Outcome];

/**
 * Sends signed payments of one world to the core bank, stores the outcomes and returns them.
 * Repeating it is harmless: the payment's id identifies the instruction and its version the
 * attempt, and a payment moves only once. A long run yields to other work in between. Payments that
 * the core bank could not accept stay in the outbox and are not in the result.
 */
export const deliverPayments = async (
  payments: readonly DeliverablePayment[],
  at: number,
  bank: Bank,
  yieldToOthers = withoutYielding,
): Promise<readonly Submitted<DeliverablePayment>[]> => {
  const waiting = payments.filter((payment) => payment.status === "PDNG");
  if (waiting.length === 0) return [];
  const names = new Map(await nameDebtors(waiting, bank));
  const instruct = (payment: DeliverablePayment) => toInstruction(payment, names.get(payment));
  const submitted = await submitPayments(
    waiting.filter((payment) => names.has(payment)),
    (some) => bank.coreBank.submitAll(some.map(instruct), at),
    bank,
  );
  await yieldToOthers();
  await bank.storage.write(function* () {
    yield* movePayments(outcomeMoves(submitted, at), bank.ids);
    yield* run(
      removeInstructions(submitted.map(([{ paymentId }]) => paymentId)),
      ...submitted
        .filter(([, { kind }]) => kind === "pending")
        .map(([{ paymentId, version }]) => removePendingInstruction(paymentId, version)),
    );
  });
  return submitted;
};

const withoutYielding = async (): Promise<void> => {};

/** Delivers payments of any world by the ids in the outbox. */
export const deliverQueued = async (
  paymentIds: readonly PaymentId[],
  now: (worldId: WorldId) => Awaitable<number>,
  bank: Bank,
): Promise<void> => {
  const payments = await bank.storage.read(() => listPayments(paymentIds));
  // Removes the rows of payments that are no longer pending or whose world was deleted.
  if (payments.filter(({ status }) => status === "PDNG").length < paymentIds.length) {
    await bank.storage.write(() => run(removeInstructions(paymentIds)));
  }
  for (const [worldId, ofWorld] of Map.groupBy(payments, (payment) => payment.worldId)) {
    await deliverPayments(ofWorld, await now(worldId), bank);
  }
};

/** Returns the move that each outcome causes, without payments that have moved there already. */
export const outcomeMoves = <P extends MovablePayment & Pick<Payment, "route">>(
  submitted: readonly Submitted<P>[],
  at: number,
): readonly MovingPayment<P>[] => {
  const moves = new Map<string, PaymentMove>();
  return submitted.flatMap(([payment, outcome]): readonly MovingPayment<P>[] => {
    const event = outcomeEvent(outcome, payment);
    if (event === undefined || nextPaymentStatus(payment.status, event) === undefined) return [];
    const reason = "reason" in outcome ? outcome.reason : undefined;
    const key = `${event} ${reason ?? ""}`;
    const move = moves.get(key) ?? outcomeMove(event, reason, at);
    moves.set(key, move);
    return [[payment, move]];
  });
};

/** Whether an outcome shows that funds were available. A refusal does not show it. */
const outcomeFunds: Readonly<Partial<Record<PaymentEvent, Pick<PaymentMove, "fundsAvailable">>>> = {
  settled: { fundsAvailable: true },
  sentToClearing: { fundsAvailable: true },
  handedToCorrespondent: { fundsAvailable: true },
  lackedFunds: { fundsAvailable: false },
};

const outcomeMove = (event: PaymentEvent, reason: string | undefined, at: number): PaymentMove => ({
  event,
  actor: "bank",
  at,
  ...outcomeFunds[event],
  ...(reason === undefined ? {} : { failure: reason }),
});

const outcomeEvent = (
  outcome: Outcome,
  payment: Pick<Payment, "route">,
): PaymentEvent | undefined => {
  switch (outcome.kind) {
    case "pending":
      return undefined;
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

const toInstruction = (
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
