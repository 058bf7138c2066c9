import assert from "node:assert/strict";
import { run, sql, type Unit } from "@varde/storage";
import { recordEvent } from "../events/event-store.ts";
import type { Ids } from "../ports/ids.ts";
import type { Payment } from "./payment.ts";
import { releaseDuplicate } from "./payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "./payment-transitions.ts";

export interface PaymentMove {
  readonly event: PaymentEvent;
  readonly actor: string;
  readonly at: number;
  readonly fundsAvailable?: boolean;
  readonly failure?: string;
  /** Who signed, the first time it is known. */
  readonly signer?: Pick<Payment, "personId" | "agreementId" | "context">;
}

/**
 * Takes a payment to its next status, if nothing else has moved it since it was read; answers
 * whether it did. Every status a payment ever has is reached through here.
 */
export function* movePayment(payment: Payment, move: PaymentMove, ids: Ids): Unit<boolean> {
  const to = nextPaymentStatus(payment.status, move.event);
  assert(to !== undefined, `${payment.status} does not allow ${move.event}`);
  const signer = move.signer ?? payment;
  const funds = move.fundsAvailable ?? payment.fundsAvailable;
  const isSigned = move.event.startsWith("signed");
  const [changes] = yield* run(
    sql`update payment set status = ${to}, version = ${payment.version + 1n},
        status_at = ${move.at}, person_id = ${signer.personId ?? null},
        agreement_id = ${signer.agreementId ?? null}, context = ${signer.context ?? null},
        funds_available = ${funds === undefined ? null : Number(funds)},
        failure = ${move.failure ?? null},
        signed_at = ${isSigned ? move.at : (payment.signedAt ?? null)}
      where payment_id = ${payment.paymentId} and status = ${payment.status}
        and version = ${payment.version}`,
  );
  if (changes !== 1n) return false;
  yield* run(
    recordEvent(ids, {
      worldId: payment.worldId,
      subjectKind: "payment",
      subjectId: payment.paymentId,
      name: move.event,
      actor: move.actor,
      detail: `${payment.status} to ${to}`,
      at: move.at,
    }),
    ...(to === "CANC" || to === "RJCT" ? [releaseDuplicate(payment)] : []),
  );
  return true;
}
