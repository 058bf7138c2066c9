import { run, type Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { bankDayFrom } from "../calendar/bank-days.ts";
import { osloDay } from "../calendar/oslo.ts";
import { enqueueInstructions, outboxLeaseMs } from "../outbox/outbox-store.ts";
import type { Sca } from "../sca/sca.ts";
import { type MovablePayment, type MovingPayment, movePayments } from "./move-payments.ts";
import { isBookedAtOnce, type Payment } from "./payment.ts";
import type { PaymentEvent } from "./payment-transitions.ts";

/** Who signs, as the SCA has found out. */
export type Signer = Pick<Sca, "personId" | "agreementId" | "context">;

/** What must be known of a payment to sign it. */
export type SignablePayment = MovablePayment &
  Pick<Payment, "body" | "route" | "takenBy" | "executionDate" | "isDateMoved">;

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
  const today = osloDay(at);
  const signed = yield* move(
    payments.map((payment) => signingOf(payment, signer, at, today)),
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
  today: string,
): MovingPayment<P> => {
  const execution = executionOf(payment, today);
  const signing = { ...signer, ...execution };
  const event = eventOf({ ...payment, ...execution }, today);
  return [payment, { event, actor: signer.personId ?? "", at, signing }];
};

/** A day that has passed while the payment waited for its PSU gives way to the next bank day. */
const executionOf = (
  payment: SignablePayment,
  today: string,
): Pick<Payment, "executionDate" | "isDateMoved"> => {
  const { executionDate, isDateMoved } = payment;
  if (executionDate >= today) return { executionDate, isDateMoved };
  const isAtOnce = isBookedAtOnce(payment, today);
  const isWished = "requestedExecutionDate" in JSON.parse(payment.body);
  return {
    executionDate: isAtOnce ? today : bankDayFrom(today),
    isDateMoved: isDateMoved || isWished,
  };
};

const eventOf = (payment: SignablePayment, today: string): PaymentEvent => {
  if (payment.takenBy !== undefined && isBookedAtOnce(payment, today)) return "signedToBookAtOnce";
  return payment.isDateMoved ? "signedWithChange" : "signed";
};
