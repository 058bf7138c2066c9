import type { Bank } from "../bank.ts";
import type { Owner } from "../parties/act-as-owner.ts";
import { mayUseAccount } from "../parties/may-use-account.ts";
import type { PersonId } from "../ports/ids.ts";
import type { IdentifiedPsu } from "../records/identified-psu.ts";
import type { Payment } from "../records/payment.ts";

type OwnerField = "worldId" | "personId" | "agreementId" | "context" | "debtorAccountId";

/**
 * Whether a payment belongs to the PSU in the context they act in. STA-15: a payment without an
 * owner yet belongs to anyone who may use the debtor account.
 */
export const belongsToPsu = async (
  payment: Pick<Payment, OwnerField>,
  psu: IdentifiedPsu | undefined,
  bank: Pick<Bank, "psuDirectory" | "signingMandates">,
): Promise<boolean> => {
  if (psu === undefined) return true;
  const { personId, agreementId, context } = payment;
  if (isSharedPayment(payment, bank) && personId !== psu.personId) {
    return psu.agreementId === agreementId && mayUsePayment(payment, psu.personId, bank);
  }
  const isOther = (own: string | undefined, theirs: string | undefined) =>
    own !== undefined && theirs !== undefined && own !== theirs;
  if (isOther(personId, psu.personId) || isOther(context, psu.context)) return false;
  if (isOther(agreementId, psu.agreementId)) return false;
  const isOwned =
    personId !== undefined && (agreementId !== undefined || psu.agreementId === undefined);
  return isOwned || mayUseAccount(payment.worldId, psu, payment.debtorAccountId, bank);
};

/** MAN-06: whether everybody who may use the debtor account owns the payment. */
const isSharedPayment = (
  { context, agreementId }: Pick<Payment, "context" | "agreementId">,
  { signingMandates }: Pick<Bank, "signingMandates">,
): boolean => signingMandates !== undefined && context === "CORPORATE" && agreementId !== undefined;

const mayUsePayment = async (
  { worldId, agreementId, debtorAccountId }: Pick<Payment, OwnerField>,
  personId: PersonId,
  bank: Pick<Bank, "psuDirectory">,
): Promise<boolean> =>
  mayUseAccount(worldId, { personId, agreementId, context: "CORPORATE" }, debtorAccountId, bank);

/**
 * Returns the owner as `actAsOwner` needs it: of several, the PSU of the request, if they are one
 * of them.
 */
export const ownerFor = async (
  payment: Pick<Payment, OwnerField>,
  psu: IdentifiedPsu | undefined,
  bank: Pick<Bank, "psuDirectory" | "signingMandates">,
): Promise<Owner> => {
  const { personId, context } = payment;
  const isOneOfSeveral =
    psu !== undefined &&
    psu.agreementId === undefined &&
    psu.personId !== personId &&
    isSharedPayment(payment, bank) &&
    (await mayUsePayment(payment, psu.personId, bank));
  return { personId: isOneOfSeveral ? psu.personId : personId, context };
};
