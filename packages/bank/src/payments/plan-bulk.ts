import type { BulkNdctBody, PaymentProduct, Violation } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { isRefusal, type Refusal, refuseAll } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { draftPayment, type PlannedPayment } from "./draft-payment.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { type ExecutionDate, executionDateOf, refuseMovedDate } from "./execution-date.ts";
import { findDebtor } from "./find-debtor.ts";
import type { Payment } from "./payment.ts";
import { type PaymentBody, type PaymentOrder, readOrder } from "./payment-order.ts";
import { routeOf } from "./payment-route.ts";
import { quotePayment } from "./quote-payment.ts";

/** Many payments from one account on one day: each a payment of its own, the bulk its parent. */
export const planBulk = async (
  context: RequestContext,
  bank: Bank,
): Promise<PlannedPayment | Refusal> => {
  const body = context.body as BulkNdctBody;
  const bodies = body.payments.map((item) => bodyOfItem(item, body));
  const [first, ...others] = bodies.map(readOrder);
  if (first === undefined) throw new Error("the schema lets no empty bulk through");
  const debtor = await findDebtor(first, context, bank);
  if (isRefusal(debtor)) return debtor;
  const { requestedExecutionDate: requested } = body;
  const execution = executionDateOf(requested, "clearing", context.now, bank);
  const moved = refuseMovedDate(requested, execution, bank);
  if (moved !== undefined) return moved;
  const orders = [first, ...others];
  const children = await planItems(orders, bodies, debtor, execution, context, bank);
  if (isRefusal(children)) return children;
  const { tppId } = context.tpp;
  const parent = draftPayment(
    {
      route: "clearing",
      body: JSON.stringify(body),
      // The amounts are the children's, in as many currencies as they are in.
      amountMinor: 0n,
      currency: debtor.currency,
      executionDate: execution.date,
      dateMoved: execution.moved,
      feeMinor: children.reduce((sum, child) => sum + child.feeMinor, 0n),
      feeCurrency: debtor.currency,
      takenBy: undefined,
      duplicateKey: duplicateKeyOf(tppId, debtor.accountId, orders, execution.date),
    },
    debtor,
    context,
    bank,
  );
  const { paymentId: parentId } = parent;
  return { payment: parent, children: children.map((child) => ({ ...child, parentId })) };
};

const bodyOfItem = (item: BulkNdctBody["payments"][number], bulk: BulkNdctBody): PaymentBody =>
  ({
    ...item,
    debtorAccount: bulk.debtorAccount,
    ...(bulk.requestedExecutionDate === undefined
      ? {}
      : { requestedExecutionDate: bulk.requestedExecutionDate }),
  }) as PaymentBody;

const planItems = async (
  orders: readonly PaymentOrder[],
  bodies: readonly PaymentBody[],
  debtor: CoreAccount,
  execution: ExecutionDate,
  context: RequestContext,
  bank: Bank,
): Promise<readonly Payment[] | Refusal> => {
  const product = context.product as PaymentProduct;
  const routes = await Promise.all(
    orders.map((order) => routeOf(product, order, context.tpp.worldId, bank)),
  );
  const children: Payment[] = [];
  const faults: Violation[] = [];
  for (const [index, order] of orders.entries()) {
    const route = routes[index] ?? "clearing";
    const quote = quotePayment(order, route, debtor, `/payments/${index}`, bank);
    if (isRefusal(quote)) {
      faults.push(...quote.violations);
      continue;
    }
    children.push(
      draftPayment(
        {
          route,
          body: JSON.stringify(bodies[index]),
          amountMinor: order.amountMinor,
          currency: order.currency,
          executionDate: execution.date,
          dateMoved: execution.moved,
          ...quote,
          takenBy: "payments",
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
