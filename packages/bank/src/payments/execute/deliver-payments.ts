import assert from "node:assert/strict";
import { type Awaitable, type RecordOf, run, StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Outcome } from "../../ports/core-bank.ts";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import {
  type MovablePayment,
  movableFields,
  type Payment,
  paymentTable,
} from "../../records/payment.ts";
import { type MovingPayment, movePayments, type PaymentMove } from "../move-payments.ts";
import { listPayments } from "../payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "../payment-transitions.ts";
import { whileLeased } from "./hold-lease.ts";
import { nameDebtors } from "./name-debtors.ts";
import { removeInstructions, removePendingInstruction, renewInstructions } from "./outbox-store.ts";
import { initiationFields, readInitiations } from "./read-initiations.ts";
import { submitPayments } from "./submit-payments.ts";
import { toInstruction } from "./to-instruction.ts";

/** The fields of a payment that delivery needs. */
export const deliverablePayments = paymentTable.pick(
  ...movableFields,
  ...initiationFields,
  "product",
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
export const deliverPayments = (
  payments: readonly DeliverablePayment[],
  at: number,
  bank: Bank,
  yieldToOthers = withoutYielding,
): Promise<readonly Submitted<DeliverablePayment>[]> => {
  const waiting = payments.filter((payment) => payment.status === "PDNG");
  const ids = waiting.map(({ paymentId }) => paymentId);
  return whileRenewed(ids, bank, () => deliverLeased(waiting, at, bank, yieldToOthers));
};

const withoutYielding = async (): Promise<void> => {};

/** Renews the leases of these payments' outbox rows while the work continues. */
const whileRenewed = <T>(
  ids: readonly PaymentId[],
  bank: Bank,
  work: () => Promise<T>,
): Promise<T> => {
  const renew = () => bank.storage.write(() => run(renewInstructions(ids)));
  return whileLeased(renew, work, bank);
};

const deliverLeased = async (
  waiting: readonly DeliverablePayment[],
  at: number,
  bank: Bank,
  yieldToOthers: () => Promise<void>,
): Promise<readonly Submitted<DeliverablePayment>[]> => {
  if (waiting.length === 0) return [];
  const origins = await bank.storage.read(() => readInitiations(waiting));
  const names = new Map(await nameDebtors(waiting, bank));
  const instruct = (payment: DeliverablePayment) => {
    const origin = origins.get(payment);
    assert(origin !== undefined, "the origin of every payment is read");
    return toInstruction(payment, names.get(payment), origin);
  };
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

/**
 * Delivers payments of any world by the ids in the outbox, which the caller has just claimed: the
 * renewal of their leases begins before anything is awaited. A world that fails delays no other.
 */
export const deliverQueued = (
  paymentIds: readonly PaymentId[],
  now: (worldId: WorldId) => Awaitable<number>,
  bank: Bank,
): Promise<void> => whileRenewed(paymentIds, bank, () => deliverClaimed(paymentIds, now, bank));

const deliverClaimed = async (
  paymentIds: readonly PaymentId[],
  now: (worldId: WorldId) => Awaitable<number>,
  bank: Bank,
): Promise<void> => {
  const payments = await bank.storage.read(() => listPayments(paymentIds));
  const pending = payments.filter(({ status }) => status === "PDNG");
  // Removes the rows of payments that are no longer pending or whose world was deleted.
  if (pending.length < paymentIds.length) {
    await bank.storage.write(() => run(removeInstructions(paymentIds)));
  }
  for (const [worldId, ofWorld] of Map.groupBy(pending, (payment) => payment.worldId)) {
    try {
      await deliverLeased(ofWorld, await now(worldId), bank, withoutYielding);
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      bank.log.error({ err: error, world: worldId }, "delivery failed, retrying later");
    }
  }
};

/** Returns the move that each outcome causes, without payments that have moved there already. */
export const outcomeMoves = <P extends MovablePayment & Pick<Payment, "product" | "route">>(
  submitted: readonly Submitted<P>[],
  at: number,
): readonly MovingPayment<P>[] => {
  const moves = new Map<string, PaymentMove>();
  return submitted.flatMap(([payment, outcome]): readonly MovingPayment<P>[] => {
    const event = outcomeEvent(outcome, payment);
    if (event === undefined || nextPaymentStatus(payment.status, event) === undefined) return [];
    const reason = "reason" in outcome && event !== "settled" ? outcome.reason : undefined;
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

/** Returns the next event. A returned payment was settled first, even if nobody reported that. */
const outcomeEvent = (
  outcome: Outcome,
  payment: Pick<Payment, "product" | "route" | "status">,
): PaymentEvent | undefined => {
  switch (outcome.kind) {
    case "pending":
      return undefined;
    case "settled":
      return "settled";
    case "sent":
      return hasCorrespondent(payment) ? "handedToCorrespondent" : "sentToClearing";
    case "no-funds":
      return "lackedFunds";
    case "refused":
      return "refused";
    case "returned":
      return payment.status === "ACSC" ? "returned" : "settled";
  }
};

/** SEPA is a clearing of its own: no bank in between holds the money. */
const hasCorrespondent = ({ product, route }: Pick<Payment, "product" | "route">): boolean =>
  route === "cross-border" && product !== "SCT";
