import { run, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { bankDayAfter, bankDayFrom } from "../../calendar/bank-days.ts";
import { osloDay } from "../../calendar/oslo.ts";
import { isBookedAtOnce, type MovablePayment, type Payment } from "../../records/payment.ts";
import type { AuthenticatedSca } from "../../sca/authenticated-sca.ts";
import { leaseMs } from "../execute/hold-lease.ts";
import { enqueueInstructions } from "../execute/outbox-store.ts";
import { isTooLateFor } from "../execution-date.ts";
import { type MovingPayment, movePayments } from "../move-payments.ts";
import type { PaymentEvent } from "../payment-transitions.ts";

/** The signer, as authenticated by the SCA, and whether mandates have decided on the signature. */
export type Signer = Pick<AuthenticatedSca, "personId" | "agreementId" | "context" | "scaId"> &
  Pick<Payment, "signaturesMissing">;

/** The fields of a payment that signing needs. */
export type SignablePayment = MovablePayment &
  Pick<Payment, "body" | "route" | "batchKind" | "executionDate" | "dateMoved">;

/**
 * Signs payments in the unit that completes the SCA and returns those that were signed. Payments
 * that are booked at once go to the outbox, and the caller delivers them; the others wait for their
 * date. Callers that have locked the payments pass `moveLockedPayments`.
 */
export function* signPayments<P extends SignablePayment>(
  payments: readonly P[],
  signer: Signer,
  at: number,
  bank: Bank,
  move: typeof movePayments = movePayments,
): Unit<readonly P[]> {
  const signed = yield* move(
    payments.map((payment) => signingMove(payment, signer, at, bank)),
    bank.ids,
  );
  const atOnce = signed.filter((payment) => payment.status === "PDNG");
  const [first] = atOnce;
  if (first !== undefined) {
    const rows = atOnce.map(({ paymentId }) => ({ outboxId: bank.ids.newId(), paymentId }));
    yield* run(enqueueInstructions(rows, { worldId: first.worldId, leaseMs, at }));
  }
  return signed;
}

const signingMove = <P extends SignablePayment>(
  payment: P,
  signer: Signer,
  at: number,
  bank: Pick<Bank, "configuration">,
): MovingPayment<P> => {
  const today = osloDay(at);
  const execution = signedExecution(payment, at, bank);
  const signing = { ...signer, ...execution };
  const event = signingEvent({ ...payment, ...execution }, today);
  return [payment, { event, actor: signer.personId, at, signing }];
};

/**
 * A date that has passed while the payment waited for the PSU becomes the next bank day, and so
 * does a requested date of today after the last cut-off.
 */
const signedExecution = (
  payment: SignablePayment,
  at: number,
  bank: Pick<Bank, "configuration">,
): Pick<Payment, "executionDate" | "dateMoved"> => {
  const today = osloDay(at);
  const { executionDate, dateMoved } = payment;
  if (executionDate > today) return { executionDate, dateMoved };
  const isPast = executionDate < today;
  const isRequested =
    dateMoved !== undefined || "requestedExecutionDate" in JSON.parse(payment.body);
  const passed = isPast && isRequested ? "day-passed" : dateMoved;
  if (isBookedAtOnce(payment, today)) return { executionDate: today, dateMoved: passed };
  const day = isPast ? bankDayFrom(today) : executionDate;
  if (!isRequested || !isTooLateFor(day, at, bank))
    return { executionDate: day, dateMoved: passed };
  return {
    executionDate: bankDayAfter(day),
    dateMoved: isPast ? "day-passed" : "cut-off-passed",
  };
};

const signingEvent = (payment: SignablePayment, today: string): PaymentEvent => {
  if (payment.batchKind !== undefined && isBookedAtOnce(payment, today))
    return "signedToBookAtOnce";
  return payment.dateMoved !== undefined ? "signedWithChange" : "signed";
};
