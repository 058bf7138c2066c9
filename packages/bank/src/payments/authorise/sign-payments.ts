import { run, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { bankDayAfter, bankDayFrom } from "../../calendar/bank-days.ts";
import { osloDay } from "../../calendar/oslo.ts";
import { enqueueInstructions, outboxLeaseMs } from "../../outbox/outbox-store.ts";
import type { Sca } from "../../request/sca.ts";
import { isTooLateFor } from "../execution-date.ts";
import { type MovablePayment, type MovingPayment, movePayments } from "../move-payments.ts";
import { isBookedAtOnce, type Payment } from "../payment.ts";
import type { PaymentEvent } from "../payment-transitions.ts";

/** Who signs, as the SCA has found out. */
export type Signer = Pick<Sca, "personId" | "agreementId" | "context">;

/** What must be known of a payment to sign it. */
export type SignablePayment = MovablePayment &
  Pick<Payment, "body" | "route" | "batchKind" | "executionDate" | "dateMoved">;

/**
 * Signs payments that wait for it, in the unit that completes the SCA. What is booked at once goes
 * to the outbox, and whoever signs delivers it; the rest waits for its day. Answers those that were
 * signed, as they are then. Whoever has locked them says so by the way they move.
 */
export function* signPayments<P extends SignablePayment>(
  payments: readonly P[],
  signer: Signer,
  at: number,
  bank: Bank,
  move: typeof movePayments = movePayments,
): Unit<readonly P[]> {
  const signed = yield* move(
    payments.map((payment) => signingOf(payment, signer, at, bank)),
    bank.ids,
  );
  const atOnce = signed.filter((payment) => payment.status === "PDNG");
  const [first] = atOnce;
  if (first !== undefined) {
    const rows = atOnce.map(({ paymentId }) => ({ outboxId: bank.ids.newId(), paymentId }));
    const claimedUntil = bank.clock.machineNow() + outboxLeaseMs;
    yield* run(enqueueInstructions(rows, { worldId: first.worldId, claimedUntil, at }));
  }
  return signed;
}

const signingOf = <P extends SignablePayment>(
  payment: P,
  signer: Signer,
  at: number,
  bank: Pick<Bank, "configuration">,
): MovingPayment<P> => {
  const today = osloDay(at);
  const execution = executionOf(payment, at, bank);
  const signing = { ...signer, ...execution };
  const event = eventOf({ ...payment, ...execution }, today);
  return [payment, { event, actor: signer.personId ?? "", at, signing }];
};

/**
 * A day that has passed while the payment waited for its PSU gives way to the next bank day, and so
 * does today after the last cut-off if it was asked for.
 */
const executionOf = (
  payment: SignablePayment,
  at: number,
  bank: Pick<Bank, "configuration">,
): Pick<Payment, "executionDate" | "dateMoved"> => {
  const today = osloDay(at);
  const { executionDate, dateMoved } = payment;
  if (executionDate > today) return { executionDate, dateMoved };
  const isPast = executionDate < today;
  const isWished = dateMoved !== undefined || "requestedExecutionDate" in JSON.parse(payment.body);
  const passed = isPast && isWished ? "day-passed" : dateMoved;
  if (isBookedAtOnce(payment, today)) return { executionDate: today, dateMoved: passed };
  const day = isPast ? bankDayFrom(today) : executionDate;
  if (!isWished || !isTooLateFor(day, at, bank)) return { executionDate: day, dateMoved: passed };
  return {
    executionDate: bankDayAfter(day),
    dateMoved: isPast ? "day-passed" : "cut-off-passed",
  };
};

const eventOf = (payment: SignablePayment, today: string): PaymentEvent => {
  if (payment.batchKind !== undefined && isBookedAtOnce(payment, today))
    return "signedToBookAtOnce";
  return payment.dateMoved !== undefined ? "signedWithChange" : "signed";
};
