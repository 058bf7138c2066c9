import { type Statement, sql, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { bankDaysBefore } from "../../calendar/bank-days.ts";
import { type Batch, nextBatch } from "../../calendar/batch-times.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { WorldId } from "../../ports/ids.ts";
import type { Basket } from "../../records/basket.ts";
import {
  isPartlySigned,
  type Payment,
  paymentTable,
  unsignedDaysMax,
  unsignedMsMax,
} from "../../records/payment.ts";
import { closeIfNobodyWaits, lockBasket } from "../baskets/basket-store.ts";
import { cancelUnsigned } from "../cancel/cancel-payment.ts";
import { movePayments, type PaymentMove } from "../move-payments.ts";
import { isBulk } from "../show-payment.ts";

const paymentsPerUnit = 200;
/** Number of bank days after its date on which a payment without funds is retried. */
const retryBankDays = 3;

/**
 * STA-02: marks payments that no further batch will retry. They keep the status ACCP and say why.
 */
export const giveUpPayments = (worldId: WorldId, batch: Batch, bank: Bank): Promise<void> => {
  const next = nextBatch(bank.configuration.batchTimes, batch.kind, batch.dueAt);
  const retriedFrom = bankDaysBefore(osloDay(next.dueAt), retryBankDays);
  const move = {
    event: "gaveUp",
    actor: "bank",
    at: batch.dueAt,
    failure: `There were not enough funds on the account for ${retryBankDays} bank days.`,
  } as const;
  return moveAll(
    () => sql`select * from payment
      where world_id = ${worldId} and taken_by = ${batch.kind}
        and status in ('ACTC', 'ACWC', 'ACCP') and status = 'ACCP'
        and execution_date < ${retriedFrom}
      order by execution_date, payment_id limit ${paymentsPerUnit}`,
    move,
    bank,
  );
};

/**
 * STA-13, MAN-11: cancels payments that were not signed within 30 days, a bulk with all its
 * payments, and rejects those that too few people have signed.
 */
export const timeOutPayments = async (worldId: WorldId, at: number, bank: Bank): Promise<void> => {
  const unsigned = {
    event: "timedOut",
    actor: "bank",
    at,
    failure: `The PSU did not approve the payment within ${unsignedDaysMax} days.`,
  } as const;
  const partlySigned = {
    event: "timedOutPartly",
    actor: "bank",
    at,
    failure: `Not enough people approved the payment within ${unsignedDaysMax} days.`,
  } as const;
  const moveOf = (payment: Payment) => (isPartlySigned(payment) ? partlySigned : unsigned);
  for (;;) {
    const payments = await bank.storage.read(() =>
      paymentTable.all(sql`select * from payment
        where world_id = ${worldId} and status = 'RCVD' and created_at <= ${at - unsignedMsMax}
          and parent_id is null
        order by created_at limit ${paymentsPerUnit}`),
    );
    if (payments.length === 0) return;
    // A bulk may have a thousand payments, so it gets its own unit.
    const { bulks = [], others = [] } = Object.groupBy(payments, (payment) =>
      isBulk(payment) ? "bulks" : "others",
    );
    const moving = others.map((payment) => [payment, moveOf(payment)] as const);
    await bank.storage.write(() => timeOutWithBaskets(moving, at, bank));
    for (const bulk of bulks) {
      await bank.storage.write(() => cancelUnsigned(bulk, moveOf(bulk), bank.ids));
    }
  }
};

/** MAN-13: also closes the baskets that somebody has signed and of which nothing waits any more. */
function* timeOutWithBaskets(
  moving: readonly (readonly [Payment, PaymentMove])[],
  at: number,
  { ids }: Bank,
): Unit<void> {
  const basketIds = new Set(moving.flatMap(([{ basketId }]) => basketId ?? []));
  const baskets: Basket[] = [];
  // Locks the baskets first, as signing does, to avoid a deadlock.
  for (const basketId of [...basketIds].sort()) {
    const basket = yield* lockBasket(basketId);
    if (basket !== undefined) baskets.push(basket);
  }
  yield* movePayments(moving, ids);
  for (const basket of baskets) yield* closeIfNobodyWaits(basket, { actor: "bank", at }, ids);
}

const moveAll = async (select: () => Statement, move: PaymentMove, bank: Bank): Promise<void> => {
  for (;;) {
    const payments = await bank.storage.read(() => paymentTable.all(select()));
    if (payments.length === 0) return;
    await bank.storage.write(() =>
      movePayments(
        payments.map((payment) => [payment, move]),
        bank.ids,
      ),
    );
  }
};
