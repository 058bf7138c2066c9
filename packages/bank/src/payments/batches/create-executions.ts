import { run, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import { recordEvent } from "../../records/event.ts";
import { type Payment, paymentTable } from "../../records/payment.ts";
import { movePayment } from "../move-payments.ts";
import { readOrder } from "../payment-order.ts";
import { findRoute } from "../payment-route.ts";
import { readPayment } from "../payment-store.ts";
import { nextExecution, type PeriodicBody, readPeriodicBody } from "../periodic-schedule.ts";
import { advanceSchedule, type DueSchedule, listDueSchedules } from "../schedule-store.ts";

const schedulesPerTurn = 200;

/**
 * Creates a payment for each due execution, signed as its parent was. The payment and the advance
 * of the schedule are one unit, so that each execution is created once.
 */
export const createExecutions = async (worldId: WorldId, at: number, bank: Bank): Promise<void> => {
  const day = osloDay(at);
  for (;;) {
    const due = await bank.storage.read(() => listDueSchedules(worldId, day, schedulesPerTurn));
    if (due.length === 0) return;
    for (const schedule of due) await createExecution(schedule, at, bank);
  }
};

const createExecution = async (due: DueSchedule, at: number, bank: Bank): Promise<void> => {
  const parent = await bank.storage.read(() => readPayment(due.paymentId));
  if (parent === undefined) return;
  const body = readPeriodicBody(parent);
  const route = await findRoute(parent.product, readOrder(body), parent.worldId, bank);
  const after = nextExecution(body, due.next);
  await bank.storage.write(function* () {
    if (!(yield* advanceSchedule(due, after))) return;
    const payment = draftExecution(parent, body, route, due, at, bank);
    yield* run(
      paymentTable.insert(payment),
      recordEvent(bank.ids, {
        worldId: payment.worldId,
        subjectKind: "payment",
        subjectId: payment.paymentId,
        name: "createdBySchedule",
        actor: "bank",
        detail: parent.paymentId,
        at,
      }),
    );
    if (after === undefined) yield* endOrder(parent.paymentId, at, bank);
  });
};

const draftExecution = (
  parent: Payment,
  body: PeriodicBody,
  route: Payment["route"],
  due: DueSchedule,
  at: number,
  bank: Bank,
): Payment => {
  const {
    startDate,
    endDate,
    frequency,
    dayOfExecution,
    monthsOfExecution,
    executionRule,
    ...order
  } = body;
  return {
    ...parent,
    paymentId: bank.ids.newId(),
    parentId: parent.paymentId,
    occurrence: due.next.date,
    batchKind: "periodic",
    route,
    status: "ACTC",
    version: 1n,
    body: JSON.stringify(order),
    // If the order was signed after the run of its first day, the next run executes it.
    executionDate: due.next.bankDay < osloDay(at) ? osloDay(at) : due.next.bankDay,
    dateMoved: undefined,
    createdAt: at,
    signedAt: at,
    statusAt: at,
  };
};

/** Settles the order once its last execution has been created. */
function* endOrder(paymentId: PaymentId, at: number, bank: Bank): Unit<void> {
  const parent = yield* readPayment(paymentId);
  if (parent?.status !== "ACTC") return;
  const taken = yield* movePayment(parent, { event: "takenByBatch", actor: "bank", at }, bank.ids);
  if (taken !== undefined) {
    yield* movePayment(taken, { event: "settled", actor: "bank", at }, bank.ids);
  }
}
