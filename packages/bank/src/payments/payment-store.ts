import { forUpdate, inList, type RecordOf, type Statement, sql, type Unit } from "@varde/storage";
import type { PaymentId } from "../ports/ids.ts";
import {
  movableFields,
  type Payment,
  type PaymentState,
  paymentStates,
  paymentTable,
} from "../records/payment.ts";

export const readPayment = (paymentId: PaymentId): Unit<Payment | undefined> =>
  paymentTable.one(sql`select * from payment where payment_id = ${paymentId}`);

/** Reads the state of a payment, the most frequent request of all. */
export const readPaymentState = (paymentId: PaymentId): Unit<PaymentState | undefined> =>
  paymentStates.one(
    sql`select ${paymentStates.columns} from payment where payment_id = ${paymentId}`,
  );

/** Lists those of the payments that exist, in no particular order. */
export const listPayments = (paymentIds: readonly PaymentId[]): Unit<readonly Payment[]> =>
  paymentTable.all(sql`select * from payment where payment_id ${inList(paymentIds)}`);

/** The fields of a payment that applying an outcome needs. */
const clearedPayments = paymentTable.pick(...movableFields, "product", "route", "failure");
export interface ClearedPayment extends RecordOf<typeof clearedPayments> {}

/** Reads and locks payments until the unit ends; SQLite has one writer and needs no lock. */
export const lockPayments = (paymentIds: readonly PaymentId[]): Unit<readonly ClearedPayment[]> =>
  clearedPayments.all(
    sql`select ${clearedPayments.columns} from payment
      where payment_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );

/** Lists the payments of a bulk, or the executions of a periodic order, in order of creation. */
export const listChildren = (parentId: PaymentId): Unit<readonly Payment[]> =>
  paymentTable.all(sql`select * from payment where parent_id = ${parentId} order by payment_id`);

/** Reads the latest execution of a periodic order. */
export const readLastExecution = (orderId: PaymentId): Unit<Payment | undefined> =>
  paymentTable.one(
    sql`select * from payment where parent_id = ${orderId} order by payment_id desc limit 1`,
  );

/** How long equal payments count as logical duplicates. */
const duplicateMs = 24 * 60 * 60_000;

/** Claims the duplicate key. Changes no row while another payment holds it. */
export const guardDuplicate = (payment: Payment, isAllowed: boolean): Statement =>
  sql`insert into payment_duplicate (duplicate_key, payment_id, created_at)
    values (${payment.duplicateKey ?? null}, ${payment.paymentId}, ${payment.createdAt})
    on conflict (duplicate_key) do update set payment_id = excluded.payment_id,
      created_at = excluded.created_at
      where payment_duplicate.created_at <= ${payment.createdAt - duplicateMs}
        or 1 = ${isAllowed ? 1 : 0}`;

export const releaseDuplicate = (payment: Pick<Payment, "paymentId" | "duplicateKey">): Statement =>
  sql`delete from payment_duplicate where duplicate_key = ${payment.duplicateKey ?? null}
    and payment_id = ${payment.paymentId}`;
