import type { Violation } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { answerOnce, claimAndRun } from "../idempotency/answer-once.ts";
import { isPaymentOf } from "../payments/is-payment-of.ts";
import { hashOfPayments } from "../payments/payment-hash.ts";
import { actAsOwner, type Owner } from "../psus/act-as-owner.ts";
import { answerWith } from "../request/answer.ts";
import type { Psu } from "../request/psu.ts";
import { type Refusal, refuse, refuseAll } from "../request/refusal.ts";
import type { UseCase } from "../use-case.ts";
import type { Basket } from "./basket.ts";
import { bindPayments, insertBasket, recordBasketEvent } from "./basket-store.ts";
import { type Candidate, listCandidates } from "./member-store.ts";
import { presentBasketStatus } from "./present-basket.ts";

/** Puts unsigned payments of one PSU together, to be approved at once. */
export const createBasket: UseCase<"createBasket"> = async (context, bank) => {
  const { paymentIds } = context.body;
  const named = await bank.storage.read(() => listCandidates(paymentIds));
  const payments = named.filter(
    ({ tppId, worldId }) => tppId === context.tpp.tppId && worldId === context.tpp.worldId,
  );
  const unnamed = actAsOwner(ownerOf(payments), context);
  if (unnamed !== undefined) return unnamed;
  const theirs = await onlyTheirs(payments, context.psu, bank);
  const refusal = judgeMembers(paymentIds, theirs);
  if (refusal !== undefined) return refusal;
  const basket: Basket = {
    basketId: bank.ids.newId(),
    worldId: context.tpp.worldId,
    tppId: context.tpp.tppId,
    personId: context.psu.personId,
    agreementId: context.psu.agreementId,
    paymentIds,
    hash: hashOfPayments(theirs),
    state: "open",
    version: 1n,
    createdAt: context.now,
    signedAt: undefined,
  };
  const answer = answerWith(201, presentBasketStatus(basket, "RCVD"));
  return answerOnce(context, bank, answer, function* (claim) {
    const origin = { actor: basket.tppId, at: basket.createdAt };
    const [bound] = yield* claimAndRun(
      claim,
      bindPayments(basket),
      insertBasket(basket),
      recordBasketEvent(basket, "created", origin, bank.ids),
    );
    if (bound !== BigInt(paymentIds.length)) yield* undo(refuseMoved);
  });
};

/**
 * BSK-08, BSK-09, BSK-10, BSK-14: what cannot be a member at all is told together, and what could
 * have been one earlier only when there is none of it.
 */
const judgeMembers = (
  paymentIds: readonly string[],
  theirs: readonly Candidate[],
): Refusal | undefined => {
  const byId = new Map(theirs.map((payment) => [payment.paymentId, payment]));
  const members = paymentIds.map((id, index) => ({
    path: `/paymentIds/${index}`,
    at: byId.get(id),
  }));
  const faults = (fault: (payment: Candidate | undefined, path: string) => Violation | undefined) =>
    refuseAll(members.flatMap(({ path, at }) => fault(at, path) ?? []));
  return (
    faults((payment, path) => {
      if (payment === undefined) return unknownAt(path);
      return payment.service === "payments" ? undefined : mixAt(path);
    }) ?? faults((payment, path) => (payment === undefined ? undefined : conflictOf(payment, path)))
  );
};

/** A basket is as private as all of its payments are. */
const ownerOf = (payments: readonly Candidate[]): Owner | undefined =>
  payments.find(({ context }) => context !== "PRIVATE") ?? payments[0];

const onlyTheirs = async (
  payments: readonly Candidate[],
  psu: Psu | undefined,
  bank: Bank,
): Promise<readonly Candidate[]> => {
  const theirs: Candidate[] = [];
  for (const payment of payments) {
    if (await isPaymentOf(payment, psu, bank)) theirs.push(payment);
  }
  return theirs;
};

const unknownAt = (path: string): Violation => ({
  code: "RESOURCE_UNKNOWN",
  status: 400,
  path,
  text: "The PSU has no such payment with this TPP.",
});

const mixAt = (path: string): Violation => ({
  code: "REFERENCE_MIX_INVALID",
  path,
  text: "Bulk and periodic payments are signed by themselves, not in a basket.",
});

const conflictOf = (payment: Candidate, path: string): Violation | undefined => {
  if (payment.status !== "RCVD") {
    const text = `A payment with status ${payment.status} no longer waits for approval.`;
    return { code: "CONFLICT", path, text };
  }
  if (payment.basketId === undefined) return undefined;
  return { code: "CONFLICT", path, text: "The payment waits in another signing basket." };
};

const refuseMoved: Refusal = refuse({
  code: "CONFLICT",
  text: "A payment of the basket has just been signed, deleted or put into another basket.",
});
