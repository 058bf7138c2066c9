import type { PaymentProduct } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import { isRefusal, type Refusal } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { draftPayment, type PlannedPayment } from "./draft-payment.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { executionDateOf, refuseMovedDate } from "./execution-date.ts";
import { findDebtor } from "./find-debtor.ts";
import { type PaymentBody, readOrder } from "./payment-order.ts";
import { routeOf } from "./payment-route.ts";
import { quotePayment } from "./quote-payment.ts";

/** One payment, made on one day. */
export const planSingle = async (
  context: RequestContext,
  bank: Bank,
): Promise<PlannedPayment | Refusal> => {
  const order = readOrder(context.body as PaymentBody);
  const debtor = await findDebtor(order, context, bank);
  if (isRefusal(debtor)) return debtor;
  const { worldId, tppId } = context.tpp;
  const route = await routeOf(context.product as PaymentProduct, order, worldId, bank);
  const execution = executionDateOf(order.requestedDate, route, osloDay(context.now));
  const moved = refuseMovedDate(order.requestedDate, execution, bank);
  if (moved !== undefined) return moved;
  const quote = quotePayment(order, route, debtor, "", bank);
  if (isRefusal(quote)) return quote;
  const payment = draftPayment(
    {
      route,
      body: context.bodyText,
      amountMinor: order.amountMinor,
      currency: order.currency,
      executionDate: execution.date,
      isDateMoved: execution.isMoved,
      ...quote,
      takenBy: "payments",
      duplicateKey: duplicateKeyOf(tppId, debtor.accountId, [order], execution.date),
    },
    debtor,
    context,
    bank,
  );
  return { payment, children: [] };
};
