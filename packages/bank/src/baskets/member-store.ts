import { all, forUpdate, inList, sql, type Unit } from "@varde/storage";
import type { Payment } from "../payments/payment.ts";
import type { HashedPayment } from "../payments/payment-hash.ts";
import { type PaymentRow, readDateMove, readPaymentRow } from "../payments/payment-store.ts";

/** The fields of a payment in a basket that are shown, hashed and signed. */
export type Member = HashedPayment &
  Pick<
    Payment,
    "worldId" | "status" | "version" | "route" | "dateMoved" | "batchKind" | "duplicateKey"
  >;

/** The fields that decide whether a payment may be in a basket. */
export type Candidate = Member &
  Pick<Payment, "tppId" | "personId" | "agreementId" | "context" | "service" | "basketId">;

/** Lists those of the payments that exist, in the order of their ids. */
export function* listCandidates(paymentIds: readonly string[]): Unit<readonly Candidate[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key, tpp_id, person_id, agreement_id, context, service, basket_id
      from payment where payment_id ${inList(paymentIds)}`,
  );
  const candidates = rows.map((row) => ({
    ...readMemberRow(row),
    tppId: row.tpp_id,
    personId: row.person_id ?? undefined,
    agreementId: row.agreement_id ?? undefined,
    context: row.context ?? undefined,
    service: row.service,
    basketId: row.basket_id ?? undefined,
  }));
  return sortByIds(paymentIds, candidates);
}

/** Lists the payments of a basket, in the order of its list. */
export function* listMembers(paymentIds: readonly string[]): Unit<readonly Member[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key
      from payment where payment_id ${inList(paymentIds)}`,
  );
  return sortByIds(paymentIds, rows.map(readMemberRow));
}

/** Like `listMembers`, and locks the payments until the unit ends. */
export function* lockMembers(paymentIds: readonly string[]): Unit<readonly Member[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key
      from payment where payment_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );
  return sortByIds(paymentIds, rows.map(readMemberRow));
}

const readMemberRow = (row: PaymentRow): Member => ({
  paymentId: row.payment_id,
  worldId: row.world_id,
  status: row.status,
  version: row.version,
  route: row.route,
  body: row.body,
  amountMinor: row.amount_minor,
  currency: row.currency,
  debtorAccountId: row.debtor_account_id,
  executionDate: row.execution_date,
  dateMoved: readDateMove(row.date_moved),
  feeMinor: row.fee_minor,
  feeCurrency: row.fee_currency,
  batchKind: row.taken_by ?? undefined,
  duplicateKey: row.duplicate_key ?? undefined,
});

const sortByIds = <M extends Member>(
  paymentIds: readonly string[],
  members: readonly M[],
): readonly M[] => {
  const byId = new Map(members.map((member) => [member.paymentId, member]));
  return paymentIds.flatMap((id) => byId.get(id) ?? []);
};

/** Lists the debtor accounts of a basket, each with the body of one of its payments. */
export const listPayingAccounts = (
  basketId: string,
): Unit<readonly { readonly debtor_account_id: string; readonly body: string }[]> =>
  all(
    sql`select debtor_account_id, min(body) as body from payment where basket_id = ${basketId}
      group by debtor_account_id`,
  );

/** Lists the payments of a basket that are waiting to be sent to the core bank. */
export function* listPendingMembers(basketId: string): Unit<readonly Payment[]> {
  const rows = yield* all<PaymentRow>(
    sql`select * from payment where basket_id = ${basketId} and status = 'PDNG'
      order by payment_id`,
  );
  return rows.map(readPaymentRow);
}

/** Lists the statuses of the payments of a basket. */
export function* listMemberStatuses(
  paymentIds: readonly string[],
): Unit<readonly Payment["status"][]> {
  const rows = yield* all<Pick<PaymentRow, "status">>(
    sql`select status from payment where payment_id ${inList(paymentIds)}`,
  );
  return rows.map(({ status }) => status);
}
