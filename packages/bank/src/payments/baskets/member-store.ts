import { all, forUpdate, inList, type RecordOf, sql, type Unit } from "@varde/storage";
import type { AccountId, BasketId, PaymentId } from "../../ports/ids.ts";
import {
  isPartlySigned,
  movableFields,
  type Payment,
  paymentTable,
} from "../../records/payment.ts";
import { hashedFields } from "../payment-hash.ts";
import type { MemberStatus } from "./basket-status.ts";

const memberFields = [
  ...hashedFields,
  ...movableFields,
  "route",
  "dateMoved",
  "batchKind",
  "product",
  "service",
] as const satisfies readonly (keyof Payment)[];

/** The fields of a payment in a basket that are shown, hashed and signed. */
const memberPayments = paymentTable.pick(...memberFields);
export interface Member extends RecordOf<typeof memberPayments> {}

/** The fields that decide whether a payment may be in a basket. */
const candidatePayments = paymentTable.pick(
  ...memberFields,
  "tppId",
  "personId",
  "agreementId",
  "context",
  "basketId",
  "signaturesMissing",
);
export interface Candidate extends RecordOf<typeof candidatePayments> {}

/** Lists those of the payments that exist, in the order of their ids. */
export function* listCandidates(paymentIds: readonly PaymentId[]): Unit<readonly Candidate[]> {
  const found = yield* candidatePayments.all(
    sql`select ${candidatePayments.columns} from payment where payment_id ${inList(paymentIds)}`,
  );
  return sortByIds(paymentIds, found);
}

/** Lists the payments of a basket, in the order of its list. */
export function* listMembers(paymentIds: readonly PaymentId[]): Unit<readonly Member[]> {
  const found = yield* memberPayments.all(
    sql`select ${memberPayments.columns} from payment where payment_id ${inList(paymentIds)}`,
  );
  return sortByIds(paymentIds, found);
}

/** Like `listMembers`, and locks the payments until the unit ends. */
export function* lockMembers(paymentIds: readonly PaymentId[]): Unit<readonly Member[]> {
  const found = yield* memberPayments.all(
    sql`select ${memberPayments.columns} from payment where payment_id ${inList(paymentIds)}
      order by payment_id ${forUpdate}`,
  );
  return sortByIds(paymentIds, found);
}

const sortByIds = <M extends Member>(
  paymentIds: readonly PaymentId[],
  members: readonly M[],
): readonly M[] => {
  const byId = new Map(members.map((member) => [member.paymentId, member]));
  return paymentIds.flatMap((id) => byId.get(id) ?? []);
};

/** Lists the debtor accounts of a basket, each with the body of one of its payments. */
export const listPayingAccounts = (
  basketId: BasketId,
): Unit<readonly { readonly debtor_account_id: AccountId; readonly body: string }[]> =>
  all(
    sql`select debtor_account_id, min(body) as body from payment where basket_id = ${basketId}
      group by debtor_account_id`,
  );

/** Lists the payments of a basket that are waiting to be sent to the core bank. */
export const listPendingMembers = (basketId: BasketId): Unit<readonly Payment[]> =>
  paymentTable.all(
    sql`select * from payment where basket_id = ${basketId} and status = 'PDNG'
      order by payment_id`,
  );

const memberStates = paymentTable.pick("status", "signaturesMissing");

/** Lists the statuses of the payments of a basket. */
export function* listMemberStatuses(
  paymentIds: readonly PaymentId[],
): Unit<readonly MemberStatus[]> {
  const members = yield* memberStates.all(
    sql`select ${memberStates.columns} from payment where payment_id ${inList(paymentIds)}`,
  );
  return members.map((member) => (isPartlySigned(member) ? "PATC" : member.status));
}
