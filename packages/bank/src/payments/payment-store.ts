import type {
  Currency,
  PaymentProduct,
  PaymentService,
  PsuContext,
  TransactionStatus,
} from "@varde/protocol";
import { all, forUpdate, inList, one, type Statement, sql, type Unit } from "@varde/storage";
import type { BatchKind } from "../calendar/batch-times.ts";
import type { Instruction } from "../ports/core-bank.ts";
import { type DateMove, dateMoves, type Payment, type PaymentState } from "./payment.ts";

export interface PaymentRow {
  readonly payment_id: string;
  readonly world_id: string;
  readonly tpp_id: string;
  readonly person_id: string | null;
  readonly agreement_id: string | null;
  readonly context: PsuContext | null;
  readonly service: PaymentService;
  readonly product: PaymentProduct;
  readonly route: Instruction["route"];
  readonly status: TransactionStatus;
  readonly version: bigint;
  readonly body: string;
  readonly amount_minor: bigint;
  readonly currency: Currency;
  readonly debtor_account_id: string;
  readonly execution_date: string;
  readonly date_moved: bigint;
  readonly fee_minor: bigint;
  readonly fee_currency: Currency;
  readonly funds_available: bigint | null;
  readonly failure: string | null;
  readonly basket_id: string | null;
  readonly parent_id: string | null;
  readonly taken_by: BatchKind | null;
  readonly session_id: string;
  readonly brand: string | null;
  readonly duplicate_key: string | null;
  readonly created_at: bigint;
  readonly signed_at: bigint | null;
  readonly status_at: bigint;
}

/** Stored as the position in the list, starting at 1; 0 means that the date was not moved. */
export const dateMoveCode = (move: DateMove | undefined): number =>
  move === undefined ? 0 : dateMoves.indexOf(move) + 1;

export const readDateMove = (code: bigint): DateMove | undefined => dateMoves[Number(code) - 1];

const readStateRow = (row: PaymentRow): PaymentState => ({
  paymentId: row.payment_id,
  worldId: row.world_id,
  tppId: row.tpp_id,
  personId: row.person_id ?? undefined,
  agreementId: row.agreement_id ?? undefined,
  context: row.context ?? undefined,
  service: row.service,
  product: row.product,
  status: row.status,
  debtorAccountId: row.debtor_account_id,
  executionDate: row.execution_date,
  dateMoved: readDateMove(row.date_moved),
  fundsAvailable: row.funds_available === null ? undefined : row.funds_available === 1n,
  failure: row.failure ?? undefined,
  basketId: row.basket_id ?? undefined,
  parentId: row.parent_id ?? undefined,
  signedAt: row.signed_at === null ? undefined : Number(row.signed_at),
});

export const readPaymentRow = (row: PaymentRow): Payment => ({
  ...readStateRow(row),
  route: row.route,
  version: row.version,
  body: row.body,
  amountMinor: row.amount_minor,
  currency: row.currency,
  feeMinor: row.fee_minor,
  feeCurrency: row.fee_currency,
  batchKind: row.taken_by ?? undefined,
  sessionId: row.session_id,
  brand: row.brand ?? undefined,
  duplicateKey: row.duplicate_key ?? undefined,
  createdAt: Number(row.created_at),
  statusAt: Number(row.status_at),
});

export const insertPayment = (payment: Payment): Statement =>
  sql`insert into payment (payment_id, world_id, tpp_id, person_id, agreement_id, context, service,
      product, route, status, version, body, amount_minor, currency, debtor_account_id,
      execution_date, date_moved, fee_minor, fee_currency, parent_id, taken_by, session_id,
      brand, duplicate_key, created_at, signed_at, status_at)
    values (${payment.paymentId}, ${payment.worldId}, ${payment.tppId}, ${payment.personId ?? null},
      ${payment.agreementId ?? null}, ${payment.context ?? null}, ${payment.service},
      ${payment.product}, ${payment.route}, ${payment.status}, ${payment.version}, ${payment.body},
      ${payment.amountMinor}, ${payment.currency}, ${payment.debtorAccountId},
      ${payment.executionDate}, ${dateMoveCode(payment.dateMoved)}, ${payment.feeMinor},
      ${payment.feeCurrency}, ${payment.parentId ?? null}, ${payment.batchKind ?? null},
      ${payment.sessionId}, ${payment.brand ?? null}, ${payment.duplicateKey ?? null},
      ${payment.createdAt}, ${payment.signedAt ?? null}, ${payment.statusAt})`;

export function* readPayment(paymentId: string): Unit<Payment | undefined> {
  const row = yield* one<PaymentRow>(sql`select * from payment where payment_id = ${paymentId}`);
  return row === undefined ? undefined : readPaymentRow(row);
}

/** Reads the state of a payment, the most frequent request of all. */
export function* readPaymentState(paymentId: string): Unit<PaymentState | undefined> {
  const row = yield* one<PaymentRow>(
    sql`select payment_id, world_id, tpp_id, person_id, agreement_id, context, service, product,
        status, debtor_account_id, execution_date, date_moved, funds_available, failure, basket_id,
        parent_id, signed_at
      from payment where payment_id = ${paymentId}`,
  );
  return row && readStateRow(row);
}

/** Lists those of the payments that exist, in no particular order. */
export function* listPayments(paymentIds: readonly string[]): Unit<readonly Payment[]> {
  const rows = yield* all<PaymentRow>(
    sql`select * from payment where payment_id ${inList(paymentIds)}`,
  );
  return rows.map(readPaymentRow);
}

/** The fields of a payment that applying an outcome needs. */
export type ClearedPayment = Pick<
  Payment,
  "paymentId" | "worldId" | "status" | "version" | "duplicateKey" | "route" | "failure"
>;

/** Reads and locks payments until the unit ends; SQLite has one writer and needs no lock. */
export function* lockPayments(paymentIds: readonly string[]): Unit<readonly ClearedPayment[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, duplicate_key, route, failure from payment
      where payment_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );
  return rows.map((row) => ({
    paymentId: row.payment_id,
    worldId: row.world_id,
    status: row.status,
    version: row.version,
    duplicateKey: row.duplicate_key ?? undefined,
    route: row.route,
    failure: row.failure ?? undefined,
  }));
}

/** Lists the payments of a bulk, or the executions of a periodic order, in order of creation. */
export function* listChildren(parentId: string): Unit<readonly Payment[]> {
  const rows = yield* all<PaymentRow>(
    sql`select * from payment where parent_id = ${parentId} order by payment_id`,
  );
  return rows.map(readPaymentRow);
}

/** Reads the latest execution of a periodic order. */
export function* readLastExecution(orderId: string): Unit<Payment | undefined> {
  const row = yield* one<PaymentRow>(
    sql`select * from payment where parent_id = ${orderId} order by payment_id desc limit 1`,
  );
  return row && readPaymentRow(row);
}

/** How long equal payments count as logical duplicates. */
const duplicateMs = 24 * 60 * 60_000;

/** Claims the duplicate key. Changes no row while another payment holds it. */
export const guardDuplicate = (payment: Payment, isAllowed: boolean): Statement =>
  sql`insert into payment_duplicate (duplicate_key, payment_id, created_at)
    values (${payment.duplicateKey ?? ""}, ${payment.paymentId}, ${payment.createdAt})
    on conflict (duplicate_key) do update set payment_id = excluded.payment_id,
      created_at = excluded.created_at
      where payment_duplicate.created_at <= ${payment.createdAt - duplicateMs}
        or 1 = ${isAllowed ? 1 : 0}`;

export const releaseDuplicate = (payment: Pick<Payment, "paymentId" | "duplicateKey">): Statement =>
  sql`delete from payment_duplicate where duplicate_key = ${payment.duplicateKey ?? ""}
    and payment_id = ${payment.paymentId}`;
