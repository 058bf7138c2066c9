import { all, sql, type Unit } from "@varde/storage";
import type { Payment } from "../payments/payment.ts";
import { type PaymentRow, paymentOf } from "../payments/payment-store.ts";

/** What decides whether a payment may be in a basket. */
export type Candidate = Pick<
  Payment,
  | "paymentId"
  | "worldId"
  | "tppId"
  | "personId"
  | "agreementId"
  | "context"
  | "debtorAccountId"
  | "service"
  | "status"
  | "basketId"
>;

/** Those of the payments that exist; a basket asks for a hundred and needs little of each. */
export function* listCandidates(paymentIds: readonly string[]): Unit<readonly Candidate[]> {
  const ids = JSON.stringify(paymentIds);
  const rows = yield* all<PaymentRow>(
    sql`select payment_id, world_id, tpp_id, person_id, agreement_id, context,
        debtor_account_id, service, status, basket_id
      from payment where payment_id = any(array(
        select json_array_elements_text(cast(${ids} as json))))`,
  );
  return rows.map((row) => ({
    paymentId: row.payment_id,
    worldId: row.world_id,
    tppId: row.tpp_id,
    personId: row.person_id ?? undefined,
    agreementId: row.agreement_id ?? undefined,
    context: row.context ?? undefined,
    debtorAccountId: row.debtor_account_id,
    service: row.service,
    status: row.status,
    basketId: row.basket_id ?? undefined,
  }));
}

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
  return (yield* listCandidates(paymentIds)).map(({ status }) => status);
}
