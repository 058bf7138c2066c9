import { forUpdate, run, type Statement, sql, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { type Batch, type BatchTimes, batchesAfter } from "../../calendar/batch-times.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import { type DeliverablePayment, deliverablePayments } from "../execute/deliver-payments.ts";
import { leaseMs } from "../execute/hold-lease.ts";
import { enqueueInstructions } from "../execute/outbox-store.ts";
import { moveLockedPayments } from "../move-payments.ts";

/**
 * Number of payments per unit. A unit holds the only SQLite connection while it runs, so this
 * limits how long a read waits.
 */
const paymentsPerUnit = 200;

/** The position up to which due payments have been taken. */
export interface TakePosition {
  readonly executionDate: string;
  readonly paymentId: PaymentId;
}

export const takeFromStart: TakePosition = { executionDate: "", paymentId: "" };

/**
 * Takes the next due payments: each becomes PDNG and is queued in the outbox. A payment that lacked
 * funds is taken again, once in each batch.
 */
export function* takePayments(
  worldId: WorldId,
  batch: Batch,
  until: TakePosition,
  bank: Bank,
): Unit<
  { readonly taken: readonly DeliverablePayment[]; readonly until: TakePosition } | undefined
> {
  const due = yield* deliverablePayments.all(selectDue(worldId, batch, until));
  const last = due.at(-1);
  if (last === undefined) return undefined;
  const at = batch.dueAt;
  const move = { event: "takenByBatch", actor: "bank", at } as const;
  const taken = yield* moveLockedPayments(
    due.map((payment) => [payment, move]),
    bank.ids,
  );
  const queued = taken.map(({ paymentId }) => ({ outboxId: bank.ids.newId(), paymentId }));
  yield* run(enqueueInstructions(queued, { worldId, leaseMs, at }));
  return { taken, until: last };
}

/** Returns when the batch runs that will take a signed payment. */
export const findTakingBatch = (
  payment: Pick<Payment, "service" | "batchKind" | "executionDate" | "signedAt">,
  times: BatchTimes,
  now: number,
): number => {
  const { service, executionDate, signedAt = now } = payment;
  // A periodic order is not taken itself; the periodic run creates its executions.
  const kind = payment.batchKind ?? (service === "periodic-payments" ? "periodic" : "payments");
  for (const batch of batchesAfter(times, now)) {
    const isSignedInTime = kind === "periodic" || signedAt <= batch.cutOffAt;
    const isDue = executionDate <= osloDay(batch.dueAt) && isSignedInTime;
    if (batch.kind === kind && isDue) return batch.dueAt;
  }
  throw new Error("the batches of a bank have no end");
};

const selectDue = (worldId: WorldId, batch: Batch, until: TakePosition): Statement => {
  const day = osloDay(batch.dueAt);
  return sql`select ${deliverablePayments.columns} from payment
    where world_id = ${worldId} and taken_by = ${batch.kind}
      and status in ('ACTC', 'ACWC', 'ACCP')
      and (execution_date, payment_id) > (${until.executionDate}, ${until.paymentId})
      and execution_date <= ${day} and signed_at <= ${batch.cutOffAt}
      and (status <> 'ACCP' or status_at < ${batch.dueAt})
    order by execution_date, payment_id limit ${paymentsPerUnit} ${forUpdate}`;
};
