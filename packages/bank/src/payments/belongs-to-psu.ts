import type { Bank } from "../bank.ts";
import { mayUseAccount } from "../parties/may-use-account.ts";
import type { IdentifiedPsu } from "../records/identified-psu.ts";
import type { Payment } from "../records/payment.ts";

/**
 * Whether a payment belongs to the PSU in the context they act in. STA-15: a payment without an
 * owner yet belongs to anyone who may use the debtor account.
 */
export const belongsToPsu = async (
  payment: Pick<Payment, "worldId" | "personId" | "agreementId" | "context" | "debtorAccountId">,
  psu: IdentifiedPsu | undefined,
  bank: Pick<Bank, "psuDirectory">,
): Promise<boolean> => {
  if (psu === undefined) return true;
  const { personId, agreementId, context } = payment;
  const isOther = (own: string | undefined, theirs: string | undefined) =>
    own !== undefined && theirs !== undefined && own !== theirs;
  if (isOther(personId, psu.personId) || isOther(context, psu.context)) return false;
  if (isOther(agreementId, psu.agreementId)) return false;
  const isOwned =
    personId !== undefined && (agreementId !== undefined || psu.agreementId === undefined);
  return isOwned || mayUseAccount(payment.worldId, psu, payment.debtorAccountId, bank);
};
