import { all, forUpdate, run, type Statement, sql, type Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Batch } from "../calendar/batch-times.ts";
import { osloDay } from "../calendar/oslo.ts";
import { enqueueInstructions, outboxLeaseMs } from "../outbox/outbox-store.ts";
import type { DeliverablePayment } from "../payments/execute/deliver-payments.ts";
import { moveLockedPayments } from "../payments/move-payments.ts";
import type { PaymentRow } from "../payments/payment-store.ts";

/**
 * Number of payments per unit. A unit holds the only SQLite connection while it runs, so this
 * limits how long a read waits.
 */
const paymentsPerUnit = 200;

/** The position up to which due payments have been taken. */
export interface TakePosition {
  readonly executionDate: string;
  readonly paymentId: string;
}

export const takeFromStart: TakePosition = { executionDate: "", paymentId: "" };

/**
 * Takes the next due payments: each becomes PDNG and is queued in the outbox. A payment that lacked
 * funds is taken again, once in each batch.
 */
export function* takePayments(
  worldId: string,
  batch: Batch,
  until: TakePosition,
  bank: Bank,
): Unit<
  { readonly taken: readonly DeliverablePayment[]; readonly until: TakePosition } | undefined
> {
  const rows = yield* all<PaymentRow>(selectDue(worldId, batch, until));
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const at = batch.dueAt;
  const move = { event: "takenByBatch", actor: "bank", at } as const;
  const taken = yield* moveLockedPayments(
    rows.map((row) => [deliverable(row), move]),
    bank.ids,
  );
  const claimedUntil = bank.clock.machineNow() + outboxLeaseMs;
  const queued = taken.map(({ paymentId }) => ({ outboxId: bank.ids.newId(), paymentId }));
  yield* run(enqueueInstructions(queued, { worldId, claimedUntil, at }));
  return { taken, until: { executionDate: last.execution_date, paymentId: last.payment_id } };
}

const deliverable = (row: PaymentRow): DeliverablePayment => ({
  paymentId: row.payment_id,
  worldId: row.world_id,
  status: row.status,
  version: row.version,
  duplicateKey: row.duplicate_key ?? undefined,
  personId: row.person_id ?? undefined,
  agreementId: row.agreement_id ?? undefined,
  context: row.context ?? undefined,
  route: row.route,
  body: row.body,
  amountMinor: row.amount_minor,
  currency: row.currency,
  debtorAccountId: row.debtor_account_id,
  executionDate: row.execution_date,
  feeMinor: row.fee_minor,
});

const selectDue = (worldId: string, batch: Batch, until: TakePosition): Statement => {
  const day = osloDay(batch.dueAt);
  return sql`select payment_id, world_id, status, version, duplicate_key, person_id,
      agreement_id, context, route, body, amount_minor,
      currency, debtor_account_id, execution_date, fee_minor
    from payment
    where world_id = ${worldId} and taken_by = ${batch.kind}
      and status in ('ACTC', 'ACWC', 'ACCP')
      and (execution_date, payment_id) > (${until.executionDate}, ${until.paymentId})
      and execution_date <= ${day} and signed_at <= ${batch.cutOffAt}
      and (status <> 'ACCP' or status_at < ${batch.dueAt})
    order by execution_date, payment_id limit ${paymentsPerUnit} ${forUpdate}`;
};
