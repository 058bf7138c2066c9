import assert from "node:assert/strict";
import { checkRules, paymentSchemas, validateBody } from "@varde/protocol";
import { run, type Statement, sql, type Unit, undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import {
  closeIfNobodyWaits,
  freePayments,
  lockBasket,
  moveBasket,
} from "../payments/baskets/basket-store.ts";
import { cancelSigned, cancelUnsigned } from "../payments/cancel/cancel-payment.ts";
import { chooseExecutionDate } from "../payments/execution-date.ts";
import { movePayment } from "../payments/move-payments.ts";
import { type PaymentOrder, readOrder } from "../payments/payment-order.ts";
import { findNewRoute, type NewRoute } from "../payments/payment-route.ts";
import { readPayment } from "../payments/payment-store.ts";
import { quotePayment } from "../payments/quote-payment.ts";
import { bbansWithoutCheckDigit, ruleFacts } from "../payments/rule-facts.ts";
import { showPayment } from "../payments/show-payment.ts";
import { readStoredBody } from "../payments/stored-body.ts";
import type { PaymentId, WorldId } from "../ports/ids.ts";
import { isBasketPartlySigned } from "../records/basket.ts";
import { dateMoveCode, type Payment } from "../records/payment.ts";
import { isRefusal } from "../request/refusal.ts";

/** The changes that a PSU makes to a waiting payment. */
export interface PaymentChange {
  readonly amount?: string;
  readonly requestedExecutionDate?: string;
  readonly remittanceInformationUnstructured?: string;
}

/**
 * Changes and cancels payments. Each method returns why it is not possible, or undefined on
 * success.
 */
export interface OwnChannel {
  changePayment(
    worldId: WorldId,
    paymentId: PaymentId,
    change: PaymentChange,
  ): Promise<string | undefined>;
  cancelPayment(worldId: WorldId, paymentId: PaymentId): Promise<string | undefined>;
}

const actor = "own-channel";

/** VER-11: changes and cancels payments in the bank's own channels, under the same paymentId. */
export const createOwnChannel = (bank: Bank): OwnChannel => ({
  changePayment: async (worldId, paymentId, change) => {
    const payment = await find(worldId, paymentId, bank);
    if (payment === undefined) return unknown;
    return changeWaiting(payment, change, bank);
  },
  cancelPayment: async (worldId, paymentId) => {
    const payment = await find(worldId, paymentId, bank);
    if (payment === undefined) return unknown;
    return cancel(payment, bank);
  },
});

const unknown = "there is no such payment in this world";

const find = async (worldId: WorldId, paymentId: PaymentId, bank: Bank) => {
  const payment = await bank.storage.read(() => readPayment(paymentId));
  return payment?.worldId === worldId ? payment : undefined;
};

const cancel = async (payment: Payment, bank: Bank): Promise<string | undefined> => {
  if (payment.parentId !== undefined && payment.service === "bulk-payments") {
    return "the payment is part of a bulk payment: cancel the bulk payment instead";
  }
  const at = await bank.clock.now(payment.worldId);
  const isCancelled = await bank.storage.write(function* () {
    const isDone =
      payment.status === "RCVD"
        ? yield* cancelWaiting(payment, at, bank)
        : (yield* cancelSigned(payment, { actor, at }, bank.ids)) === undefined;
    if (!isDone) yield* undo(false);
    return true;
  });
  if (isCancelled) return undefined;
  const { status } = (await showPayment(payment, bank)).payment;
  return `a payment with status ${status} cannot be cancelled`;
};

/**
 * Cancels an unsigned payment. MAN-14: a basket that people have signed continues without it.
 * Nobody can sign another basket as it was shown, so that one is deleted, which frees its payments.
 */
function* cancelWaiting(payment: Payment, at: number, { ids }: Bank): Unit<boolean> {
  // Locks the basket first, as signing does, to avoid a deadlock.
  const { basketId } = payment;
  const basket = basketId === undefined ? undefined : yield* lockBasket(basketId);
  if (!(yield* cancelUnsigned(payment, { event: "deleted", actor, at }, ids))) return false;
  if (basket?.state !== "open") return true;
  if (isBasketPartlySigned(basket)) {
    yield* closeIfNobodyWaits(basket, { actor, at }, ids);
    return true;
  }
  yield* run(freePayments(basket.basketId));
  return yield* moveBasket(basket, { event: "deleted", actor, at }, ids);
}

const changeWaiting = async (
  payment: Payment,
  change: PaymentChange,
  bank: Bank,
): Promise<string | undefined> => {
  const isWaiting = payment.status === "ACTC" || payment.status === "ACWC";
  if (!isWaiting || payment.service !== "payments") {
    return `only a signed, unexecuted single payment can be changed, not ${payment.status}`;
  }
  const now = await bank.clock.now(payment.worldId);
  const after = await changed(payment, change, now, bank);
  if (typeof after === "string") return after;
  const event = after.dateMoved === undefined ? "changed" : "changedWithMove";
  const isDone = await bank.storage.write(function* () {
    const [changes] = yield* run(updatePayment(payment, after));
    const isMoved =
      changes === 1n && (yield* movePayment(payment, { event, actor, at: now }, bank.ids));
    if (!isMoved) yield* undo(false);
    return true;
  });
  return isDone ? undefined : "the payment has just changed; read its status";
};

const changed = async (
  payment: Payment,
  change: PaymentChange,
  now: number,
  bank: Bank,
): Promise<Payment | string> => {
  const { amount, ...fields } = change;
  const before = readStoredBody(payment);
  const instructedAmount = { ...before.instructedAmount, ...(amount !== undefined && { amount }) };
  const body = { ...before, ...fields, instructedAmount };
  // The date that was requested first may have passed: the payment waits for a later bank day.
  const { requestedExecutionDate, ...others } = body;
  const isSameDate = change.requestedExecutionDate === undefined;
  const fault = findFault(payment, isSameDate ? others : body, now, bank);
  if (fault !== undefined) return fault;
  const order = readOrder(body);
  const [debtor] = await bank.coreBank.listAccounts(payment.worldId, [payment.debtorAccountId]);
  if (debtor === undefined) return "the debtor account no longer exists";
  const quote = quotePayment(order, await routeOf(payment, order, bank), debtor, "", bank);
  if (isRefusal(quote)) return quote.violations[0].text;
  const execution =
    change.requestedExecutionDate === undefined
      ? { date: payment.executionDate, moved: payment.dateMoved }
      : chooseExecutionDate(change.requestedExecutionDate, payment.route, now, bank);
  return {
    ...payment,
    body: JSON.stringify(body),
    amountMinor: order.amountMinor,
    executionDate: execution.date,
    dateMoved: execution.moved,
    ...quote,
  };
};

/** Returns the route of the payment, with the currency of the creditor's account if we hold it. */
const routeOf = async (
  { route, product, worldId }: Payment,
  order: PaymentOrder,
  bank: Bank,
): Promise<NewRoute> => {
  if (route !== "own-bank") return { route };
  const found = await findNewRoute(product, order, "", worldId, bank);
  return isRefusal(found) ? { route } : { ...found, route };
};

/** Returns the first fault that the interface would report for the body, or undefined. */
const findFault = (
  { product, service }: Payment,
  body: object,
  now: number,
  bank: Bank,
): string | undefined => {
  const schema = paymentSchemas(product, service)?.body;
  assert(schema !== undefined, `${product} is not offered under ${service}`);
  // The account numbers were checked at the creation, and do not change.
  const facts = ruleFacts(product, now, new Set(bbansWithoutCheckDigit(body)), bank);
  const [fault] = validateBody(schema, body).violations;
  return (fault ?? checkRules(product, service, body, facts)[0])?.text;
};

const updatePayment = (before: Payment, after: Payment): Statement =>
  sql`update payment set body = ${after.body}, amount_minor = ${after.amountMinor},
      execution_date = ${after.executionDate}, date_moved = ${dateMoveCode(after.dateMoved)},
      fee_minor = ${after.feeMinor}, fee_currency = ${after.feeCurrency}
    where payment_id = ${before.paymentId} and status = ${before.status}
      and version = ${before.version}`;
