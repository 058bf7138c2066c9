import type { Bank } from "../../bank.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { CreationUnder } from "../../request/request-of.ts";
import { readOrder } from "../payment-order.ts";
import { findNewRoute } from "../payment-route.ts";
import { countsInMonths, firstExecution, firstExecutionAt } from "../periodic-schedule.ts";
import { quotePayment } from "../quote-payment.ts";
import { draftPayment, type PlannedPayment } from "./draft-payment.ts";
import { findDebtor } from "./find-debtor.ts";

/** Plans a periodic order. Its executions are created when they are due. */
export const planPeriodic = async (
  context: CreationUnder<"periodic-payments">,
  bank: Bank,
): Promise<PlannedPayment | Refusal> => {
  const { body, product } = context;
  const order = readOrder(body);
  const debtor = await findDebtor(order, context, bank);
  if (isRefusal(debtor)) return debtor;
  const first = firstExecutionAt(body, context.now, bank);
  if (first === undefined) {
    return refuse({
      code: "EXECUTION_DATE_INVALID",
      path: "/endDate",
      text:
        firstExecution(body) === undefined
          ? "There is no bank day for an execution between startDate and endDate."
          : "The last execution date up to endDate has passed.",
    });
  }
  if (body.dayOfExecution !== undefined && !countsInMonths(body)) {
    context.warnings.push(
      `dayOfExecution is ignored: with frequency ${body.frequency}, dates count from startDate.`,
    );
  }
  const route = await findNewRoute(product, order, "", context.tpp.worldId, bank);
  if (isRefusal(route)) return route;
  const quote = quotePayment(order, route, debtor, "", bank);
  if (isRefusal(quote)) return quote;
  const payment = draftPayment(
    {
      route: route.route,
      body: JSON.stringify(body),
      amountMinor: order.amountMinor,
      currency: order.currency,
      executionDate: first.bankDay,
      dateMoved: undefined,
      ...quote,
      batchKind: undefined,
      duplicateKey: undefined,
    },
    debtor,
    context,
    bank,
  );
  return { payment, children: [] };
};
