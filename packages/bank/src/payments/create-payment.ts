import type { PaymentProduct, PaymentService } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import { recordEvent } from "../events/event-store.ts";
import { type Answer, answerWith } from "../http/answer.ts";
import { isRefusal, type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { answerOnce, claimAndRun, UndoAndRefuse } from "../requests/answer-once.ts";
import { startSca } from "../sca/start-sca.ts";
import { findDebtor } from "./find-debtor.ts";
import type { Payment } from "./payment.ts";
import { hashOfPayment } from "./payment-hash.ts";
import { type PaymentBody, type PaymentOrder, readOrder } from "./payment-order.ts";
import { guardDuplicate, insertPayment } from "./payment-store.ts";
import { duplicateKeyOf, executionDateOf, routeOf } from "./plan-payment.ts";
import { presentCreatedPayment } from "./present-payment.ts";

/**
 * Creates a payment that waits for the PSU. With a valid session the TPP starts the authorisation
 * itself; without one the answer already holds the link of the single SCA.
 */
export const createPayment = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const order = readOrder(context.body as PaymentBody);
  const debtor = await findDebtor(order, context, bank);
  if (isRefusal(debtor)) return debtor;
  const payment = await planPayment(order, debtor, context, bank);
  if (isRefusal(payment)) return payment;
  const sca =
    context.session === undefined
      ? startSca(
          { kind: "payment", id: payment.paymentId, hash: hashOfPayment(payment) },
          context,
          bank,
        )
      : undefined;
  const answer = answerWith(201, presentCreatedPayment(payment, sca));
  const isAllowed = context.query.allowLogicalDuplicate === "true";
  return answerOnce(context, bank, answer, function* (claim) {
    const [guarded] = yield* claimAndRun(
      claim,
      guardDuplicate(payment, isAllowed),
      insertPayment(payment),
      recordEvent(bank.ids, {
        worldId: payment.worldId,
        subjectKind: "payment",
        subjectId: payment.paymentId,
        name: "created",
        actor: payment.tppId,
        at: payment.createdAt,
      }),
      ...(sca?.statements ?? []),
    );
    if (guarded === 0n) throw new UndoAndRefuse(refuseDuplicate);
  });
};

const planPayment = async (
  order: PaymentOrder,
  debtor: CoreAccount,
  context: RequestContext,
  bank: Bank,
): Promise<Payment | Refusal> => {
  const { tpp, psu, now, received } = context;
  const product = context.product as PaymentProduct;
  const route = await routeOf(product, order, tpp.worldId, bank);
  const execution = executionDateOf(order.requestedDate, route, osloDay(now));
  if (execution.isMoved && bank.configuration.nonBankDay === "reject") {
    return refuse({
      code: "EXECUTION_DATE_INVALID",
      path: "/requestedExecutionDate",
      text: `${order.requestedDate} is not a bank day; the next one is ${execution.date}.`,
    });
  }
  const quote = bank.coreBank.quote({
    route,
    amountMinor: order.amountMinor,
    currency: order.currency,
    debtorCurrency: debtor.currency,
    creditorCountry: order.creditor.country,
    isUrgent: order.isUrgent,
  });
  if (quote === undefined) {
    return refuse({
      code: "PAYMENT_FAILED",
      path: "/instructedAmount/currency",
      text: `The bank does not deal in ${order.currency}.`,
    });
  }
  return {
    paymentId: bank.ids.newId(),
    worldId: tpp.worldId,
    tppId: tpp.tppId,
    personId: psu?.personId,
    agreementId: psu?.agreementId,
    context: context.session?.context ?? psu?.context,
    service: received.parameters.service as PaymentService,
    product,
    route,
    status: "RCVD",
    version: 1n,
    body: JSON.stringify(context.body),
    amountMinor: order.amountMinor,
    currency: order.currency,
    debtorAccountId: debtor.accountId,
    executionDate: execution.date,
    isDateMoved: execution.isMoved,
    feeMinor: quote.feeMinor,
    feeCurrency: quote.feeCurrency,
    fundsAvailable: undefined,
    failure: undefined,
    basketId: undefined,
    parentId: undefined,
    sessionId: context.header("tpp-session-id") ?? "",
    duplicateKey: duplicateKeyOf(tpp.tppId, debtor.accountId, order, execution.date),
    createdAt: now,
    signedAt: undefined,
    statusAt: now,
  };
};

const refuseDuplicate: Refusal = refuse({
  code: "PAYMENT_FAILED",
  text:
    "A payment with the same debtor, creditor, amount, date and remittance was created in the " +
    "last 24 hours. If this is another one, send allowLogicalDuplicate=true.",
});
