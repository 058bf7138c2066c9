import type { SigningDecision, SigningRequest } from "@varde/bank";
import { addMinor, knownMinor } from "@varde/protocol/money";

/** Decides who has to approve the payments under an agreement. */
export interface SigningRule {
  /** How many people must approve a payment. */
  readonly approvals: 1 | 2;
  /** With two approvals: one person of each group, by customer number; by default any two. */
  readonly groups?: readonly (readonly string[])[] | undefined;
  /** Amounts in NOK up to which a person approves alone. */
  readonly limits?: readonly AloneLimit[] | undefined;
}

export interface AloneLimit {
  readonly customer: string;
  /** The account, by id; every account by default. */
  readonly accountId?: string | undefined;
  readonly iban?: string | undefined;
  /** Limits of one payment and of a day, in minor units. */
  readonly paymentMinor: string;
  readonly dayMinor?: string | undefined;
}

/** A person's rights to an account under an agreement. */
export interface Signer {
  readonly personId: string;
  readonly customerNumber: string;
  readonly name: string;
  readonly mayView: boolean;
  readonly mayRegister: boolean;
  readonly mayApprove: boolean;
}

/**
 * Decides by a rule of the sandbox. Without a rule, everybody who may use the account signs alone,
 * as before there were rules.
 */
export const decideByRule = (
  request: SigningRequest,
  rule: SigningRule | undefined,
  people: readonly Signer[],
): SigningDecision => {
  const { personId, signedBy, agreementId } = request;
  const signer = people.find((one) => one.personId === personId);
  if (signer?.mayView !== true || !signer.mayRegister) return refused("view-only");
  if (signedBy.includes(personId)) return refused("signed-already");
  if (rule === undefined) return { kind: "complete" };
  if (!signer.mayApprove) return refused("prepare-only");
  const limit = rule.limits?.find(
    ({ customer, accountId = request.accountId }) =>
      customer === signer.customerNumber && accountId === request.accountId,
  );
  if (limit !== undefined && isWithin(limit, request)) {
    return { kind: "complete", rule: `${agreementId}/alone` };
  }
  if (rule.approvals === 1) {
    return limit === undefined
      ? { kind: "complete", rule: `${agreementId}/one` }
      : refused("over-limit");
  }
  return decideForTwo(signer, request, rule, people);
};

const refused = (because: "view-only" | "signed-already" | "prepare-only" | "over-limit") =>
  ({ kind: "may-not-sign", because }) as const;

const isWithin = (
  { paymentMinor, dayMinor }: AloneLimit,
  { nokMinor, totalNokMinor, signedTodayNokMinor }: SigningRequest,
): boolean =>
  nokMinor <= BigInt(paymentMinor) &&
  (dayMinor === undefined ||
    knownMinor(addMinor(signedTodayNokMinor, totalNokMinor)) <= BigInt(dayMinor));

/** People who may no longer approve do not count, although they have signed. */
const decideForTwo = (
  signer: Signer,
  { signedBy, agreementId }: SigningRequest,
  { groups }: SigningRule,
  people: readonly Signer[],
): SigningDecision => {
  const others = people.filter((one) => one.mayApprove && signedBy.includes(one.personId));
  const groupOf = ({ customerNumber }: Signer): number =>
    groups?.findIndex((group) => group.includes(customerNumber)) ?? -1;
  const isWithoutGroup = groups !== undefined && groupOf(signer) < 0;
  const isOfSameGroup =
    groups !== undefined && others.some((one) => groupOf(one) === groupOf(signer));
  if (isWithoutGroup || isOfSameGroup) return refused("over-limit");
  const rule = `${agreementId}/two`;
  return others.length > 0 ? { kind: "complete", rule } : { kind: "more", missing: 1, rule };
};
