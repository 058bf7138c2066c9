import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { CoreAccount } from "../../ports/core-bank.ts";
import { isRefusal, type Refusal } from "../../request/refusal.ts";
import type { CreationUnder } from "../../request/request-of.ts";
import { chooseExecutionDate, refuseMovedDate } from "../execution-date.ts";
import { type PaymentOrder, readOrder } from "../payment-order.ts";
import { findNewRoute, type NewRoute } from "../payment-route.ts";
import { quotePayment } from "../quote-payment.ts";
import { draftPayment, type PlannedPayment } from "./draft-payment.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { findDebtor } from "./find-debtor.ts";

/** Plans a single payment. */
export const planSingle = (
  context: CreationUnder<"payments">,
  bank: Bank,
): Awaitable<PlannedPayment | Refusal> => {
  const order = readOrder(context.body);
  return andThen(findDebtor(order, context, bank), (debtor) =>
    isRefusal(debtor)
      ? debtor
      : andThen(findNewRoute(context.product, order, "", context.tpp.worldId, bank), (route) =>
          isRefusal(route) ? route : planOnRoute(route, order, debtor, context, bank),
        ),
  );
};

const planOnRoute = (
  newRoute: NewRoute,
  order: PaymentOrder,
  debtor: CoreAccount,
  context: CreationUnder<"payments">,
  bank: Bank,
): PlannedPayment | Refusal => {
  const { route } = newRoute;
  const execution = chooseExecutionDate(order.requestedDate, route, context.now, bank);
  const moved = refuseMovedDate(order.requestedDate, execution, bank);
  if (moved !== undefined) return moved;
  const quote = quotePayment(order, newRoute, debtor, "", bank);
  if (isRefusal(quote)) return quote;
  const payment = draftPayment(
    {
      route,
      body: context.bodyJson,
      amountMinor: order.amountMinor,
      currency: order.currency,
      executionDate: execution.date,
      dateMoved: execution.moved,
      ...quote,
      batchKind: "payments",
      duplicateKey: duplicateKey(context.tpp.tppId, debtor.accountId, [order], execution.date),
    },
    debtor,
    context,
    bank,
  );
  return { payment, children: [] };
};
