import type { Bank } from "../../bank.ts";
import { type Basket, isBasketPartlySigned } from "../../records/basket.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import { decideSignings, findMandates, type SigningVerdict } from "../authorise/decide-signings.ts";
import { paymentsHash } from "../payment-hash.ts";
import type { Member } from "./member-store.ts";

/**
 * Lists the payments that an SCA about the basket shows and signs: all of them or, after the first
 * signature, those that wait.
 */
export const membersToSign = (basket: Basket, members: readonly Member[]): readonly Member[] =>
  isBasketPartlySigned(basket) ? members.filter(({ status }) => status === "RCVD") : members;

/** Hashes what an SCA about the basket shows. */
export const basketHash = (basket: Basket, members: readonly Member[]): string =>
  isBasketPartlySigned(basket) ? paymentsHash(membersToSign(basket, members)) : basket.hash;

/**
 * Asks the mandates about the waiting payments of a basket, in its order. Returns undefined if the
 * mandates do not decide.
 */
export const decideMembers = async (
  members: readonly Member[],
  { context, agreementId, personId }: Pick<IdentifiedPsu, "context" | "agreementId" | "personId">,
  bank: Bank,
): Promise<readonly SigningVerdict<Member>[] | undefined> => {
  const mandates = findMandates({ context, agreementId }, bank);
  if (mandates === undefined || agreementId === undefined) return undefined;
  const orders = members.filter(({ status }) => status === "RCVD").map((payment) => ({ payment }));
  return decideSignings(orders, { personId, agreementId }, mandates, bank);
};

/** Returns why the person may sign none of the payments; undefined if they may sign some. */
export const findBasketObstacle = (verdicts: readonly SigningVerdict[]) => {
  const [first] = verdicts;
  const isRefused = verdicts.every(({ decision }) => decision.kind === "may-not-sign");
  return isRefused && first?.decision.kind === "may-not-sign" ? first.decision.because : undefined;
};
