import type { BulkNdctBody, Violation } from "@varde/protocol";
import { addMinor, knownMinor } from "@varde/protocol/money";
import type { Bank } from "../../bank.ts";
import type { CoreAccount } from "../../ports/core-bank.ts";
import type { Payment } from "../../records/payment.ts";
import { isRefusal, type Refusal, refuseAll } from "../../request/refusal.ts";
import type { CreationUnder } from "../../request/request-of.ts";
import { chooseExecutionDate, refuseMovedDate } from "../execution-date.ts";
import { type PaymentOrder, readOrder } from "../payment-order.ts";
import { findNewRoute, type NewRoute } from "../payment-route.ts";
import { quotePayment } from "../quote-payment.ts";
import { refuseTotals } from "../refuse-totals.ts";
import type { StoredPaymentBody } from "../stored-body.ts";
import { draftPayment, type PlannedPayment } from "./draft-payment.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { findDebtor } from "./find-debtor.ts";

/** Plans a bulk: many payments from one account on one date, each a child of the bulk. */
export const planBulk = async (
  context: CreationUnder<"bulk-payments">,
  bank: Bank,
): Promise<PlannedPayment | Refusal> => {
  const { body } = context;
  const bodies = body.payments.map((item) => itemBody(item, body));
  const [first, ...others] = bodies.map(readOrder);
  if (first === undefined) throw new Error("the schema refuses an empty bulk");
  const debtor = await findDebtor(first, context, bank);
  if (isRefusal(debtor)) return debtor;
  const orders = [first, ...others];
  const routes = await findRoutes(orders, context, bank);
  if (isRefusal(routes)) return routes;
  // The bulk follows the dates of clearing as soon as one of its payments leaves the bank.
  const route = routes.every((one) => one.route === "own-bank") ? "own-bank" : "clearing";
  const { requestedExecutionDate: requested } = body;
  const execution = chooseExecutionDate(requested, route, context.now, bank);
  const moved = refuseMovedDate(requested, execution, bank);
  if (moved !== undefined) return moved;
  const items = orders.map((order, at) => ({
    order,
    body: bodies[at],
    newRoute: routes[at] ?? { route },
  }));
  const children = planItems(items, debtor, context, bank);
  if (isRefusal(children)) return children;
  const tooLarge = refuseTotals(children, [], { code: "FORMAT_ERROR", path: "/payments" });
  if (tooLarge !== undefined) return tooLarge;
  const { tppId } = context.tpp;
  const parent = draftPayment(
    {
      route,
      body: JSON.stringify(body),
      // The children have the amounts, possibly in several currencies.
      amountMinor: 0n,
      currency: debtor.currency,
      executionDate: execution.date,
      dateMoved: execution.moved,
      feeMinor: knownMinor(addMinor(...children.map((child) => child.feeMinor))),
      feeCurrency: debtor.currency,
      batchKind: undefined,
      duplicateKey: duplicateKey(tppId, debtor.accountId, orders, execution.date),
    },
    debtor,
    context,
    bank,
  );
  const { paymentId: parentId } = parent;
  return { payment: parent, children: children.map((child) => ({ ...child, parentId })) };
};

const itemBody = (
  item: BulkNdctBody["payments"][number],
  bulk: BulkNdctBody,
): StoredPaymentBody => ({
  ...item,
  debtorAccount: bulk.debtorAccount,
  ...(bulk.requestedExecutionDate === undefined
    ? {}
    : { requestedExecutionDate: bulk.requestedExecutionDate }),
});

const findRoutes = async (
  orders: readonly PaymentOrder[],
  { product, tpp }: CreationUnder<"bulk-payments">,
  bank: Bank,
): Promise<readonly NewRoute[] | Refusal> => {
  const found = await Promise.all(
    orders.map((order, at) => findNewRoute(product, order, `/payments/${at}`, tpp.worldId, bank)),
  );
  const routes = found.filter((route) => "route" in route);
  const refused = found.filter((route) => isRefusal(route));
  return refuseAll(refused.flatMap(({ violations }) => violations)) ?? routes;
};

interface Item {
  readonly order: PaymentOrder;
  readonly body: StoredPaymentBody | undefined;
  readonly newRoute: NewRoute;
}

const planItems = (
  items: readonly Item[],
  debtor: CoreAccount,
  context: CreationUnder<"bulk-payments">,
  bank: Bank,
): readonly Payment[] | Refusal => {
  const children: Payment[] = [];
  const faults: Violation[] = [];
  for (const [index, { order, body, newRoute }] of items.entries()) {
    const { route } = newRoute;
    const execution = chooseExecutionDate(order.requestedDate, route, context.now, bank);
    const quote = quotePayment(order, newRoute, debtor, `/payments/${index}`, bank);
    if (isRefusal(quote)) {
      faults.push(...quote.violations);
      continue;
    }
    children.push(
      draftPayment(
        {
          route,
          body: JSON.stringify(body),
          amountMinor: order.amountMinor,
          currency: order.currency,
          executionDate: execution.date,
          dateMoved: execution.moved,
          ...quote,
          batchKind: "payments",
          duplicateKey: undefined,
        },
        debtor,
        context,
        bank,
      ),
    );
  }
  return refuseAll(faults) ?? children;
};
