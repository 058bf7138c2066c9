import { all, forUpdate, inList, sql, type Unit } from "@varde/storage";
import type { Payment } from "../payments/payment.ts";
import type { HashedPayment } from "../payments/payment-hash.ts";
import { dateMoveOf, type PaymentRow, paymentOf } from "../payments/payment-store.ts";

/** What is shown, hashed and signed of a payment in a basket. */
export type Member = HashedPayment &
  Pick<
    Payment,
    "worldId" | "status" | "version" | "route" | "dateMoved" | "batchKind" | "duplicateKey"
  >;

/** What decides whether a payment may be in a basket, and what the basket is about then. */
export type Candidate = Member &
  Pick<Payment, "tppId" | "personId" | "agreementId" | "context" | "service" | "basketId">;

/** Those of the payments that exist. */
export function* listCandidates(paymentIds: readonly string[]): Unit<readonly Candidate[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key, tpp_id, person_id, agreement_id, context, service, basket_id
      from payment where payment_id ${inList(paymentIds)}`,
  );
  const candidates = rows.map((row) => ({
    ...memberOf(row),
    tppId: row.tpp_id,
    personId: row.person_id ?? undefined,
    agreementId: row.agreement_id ?? undefined,
    context: row.context ?? undefined,
    service: row.service,
    basketId: row.basket_id ?? undefined,
  }));
  return inOrderOf(paymentIds, candidates);
}

/** The payments of a basket, as its list names them. */
export function* listMembers(paymentIds: readonly string[]): Unit<readonly Member[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key
      from payment where payment_id ${inList(paymentIds)}`,
  );
  return inOrderOf(paymentIds, rows.map(memberOf));
}

/** As `listMembers`, and nothing else moves them before the unit ends. */
export function* lockMembers(paymentIds: readonly string[]): Unit<readonly Member[]> {
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, status, version, route, body, amount_minor, currency,
        debtor_account_id, execution_date, date_moved, fee_minor, fee_currency, taken_by,
        duplicate_key
      from payment where payment_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );
  return inOrderOf(paymentIds, rows.map(memberOf));
}

const memberOf = (row: PaymentRow): Member => ({
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
  dateMoved: dateMoveOf(row.date_moved),
  feeMinor: row.fee_minor,
  feeCurrency: row.fee_currency,
  batchKind: row.taken_by ?? undefined,
  duplicateKey: row.duplicate_key ?? undefined,
});

const inOrderOf = <M extends Member>(
  paymentIds: readonly string[],
  members: readonly M[],
): readonly M[] => {
  const byId = new Map(members.map((member) => [member.paymentId, member]));
  return paymentIds.flatMap((id) => byId.get(id) ?? []);
};

/** The accounts the payments of a basket are paid from, each with the body of one of them. */
export const listPayingAccounts = (
  basketId: string,
): Unit<readonly { readonly debtor_account_id: string; readonly body: string }[]> =>
  all(
    sql`select debtor_account_id, min(body) as body from payment where basket_id = ${basketId}
      group by debtor_account_id`,
  );

/** The payments of a basket that wait to be handed to the core bank. */
export function* listPendingMembers(basketId: string): Unit<readonly Payment[]> {
  const rows = yield* all<PaymentRow>(
    sql`select * from payment where basket_id = ${basketId} and status = 'PDNG'
      order by payment_id`,
  );
  return rows.map(paymentOf);
}

/** The statuses of the payments of a basket. */
export function* listMemberStatuses(
  paymentIds: readonly string[],
): Unit<readonly Payment["status"][]> {
  const rows = yield* all<Pick<PaymentRow, "status">>(
    sql`select status from payment where payment_id ${inList(paymentIds)}`,
  );
  return rows.map(({ status }) => status);
}
