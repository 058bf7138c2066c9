import { operations, type TransactionStatus } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank, UseCase } from "../../bank.ts";
import { recordEvent } from "../../records/event.ts";
import type { Payment } from "../../records/payment.ts";
import { respondWith } from "../../request/api-response.ts";
import { linkTo } from "../../request/links.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { claimAndRun, respondOnce } from "../../respond-once.ts";
import { closeIfNobodyWaits, lockBasket } from "../baskets/basket-store.ts";
import { cancellableParts } from "../cancellable-parts.ts";
import { findPayment } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { cancelUnsigned } from "./cancel-payment.ts";

/** Event that records that the TPP has requested a cancellation. */
export const cancellationRequested = "cancellationRequested";

/**
 * STA-12: deletes an unsigned payment. Cancelling a signed payment needs the PSU: the response
 * links to the start of the SCA.
 */
export const deletePayment: UseCase<"deletePayment"> = async (context, bank) => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  if (payment.parentId !== undefined && payment.service === "bulk-payments") {
    return refuseState("The payment is part of a bulk payment; delete the bulk payment instead.");
  }
  const { children, payment: shown, isInSignedBasket } = await showPayment(payment, bank);
  if (payment.basketId !== undefined && payment.status === "RCVD" && !isInSignedBasket) {
    return refuseState("The payment is in a signing basket; delete the basket first.");
  }
  if (payment.status === "RCVD") return deleteUnsigned(payment, context, bank);
  if (cancellableParts(payment, children).length === 0) {
    return refuseState(`A payment with status ${shown.status} cannot be deleted.`);
  }
  return requestCancellation(shown, context, bank);
};

const deleteUnsigned = (payment: Payment, context: RequestContext, bank: Bank) =>
  respondOnce(context, bank, respondWith(204), function* (claim) {
    yield* claimAndRun(claim);
    const move = { event: "deleted", actor: context.tpp.tppId, at: context.now } as const;
    // Locks the basket first, as signing does, to avoid a deadlock.
    const { basketId } = payment;
    const basket = basketId === undefined ? undefined : yield* lockBasket(basketId);
    if (!(yield* cancelUnsigned(payment, move, bank.ids))) {
      yield* undo(refuseState("The payment has just changed; read its status."));
    }
    if (basket !== undefined) yield* closeIfNobodyWaits(basket, move, bank.ids);
  });

const requestCancellation = (payment: Payment, context: RequestContext, bank: Bank) =>
  respondOnce(context, bank, cancellationResponse(payment.status, context), function* (claim) {
    yield* claimAndRun(
      claim,
      recordEvent(bank.ids, {
        worldId: payment.worldId,
        subjectKind: "payment",
        subjectId: payment.paymentId,
        name: cancellationRequested,
        actor: payment.tppId,
        at: context.now,
      }),
    );
  });

const cancellationResponse = (transactionStatus: TransactionStatus, context: RequestContext) =>
  respondWith(202, {
    transactionStatus,
    _links: {
      startAuthorisation: linkTo(
        [operations.startPaymentCancellation],
        context.received.parameters,
      ),
    },
  });

const refuseState = (text: string): Refusal => refuse({ code: "CONFLICT", text });
