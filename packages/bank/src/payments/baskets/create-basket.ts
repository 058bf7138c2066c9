import type { Violation } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank, UseCase } from "../../bank.ts";
import { actAsOwner } from "../../parties/act-as-owner.ts";
import type { PaymentId } from "../../ports/ids.ts";
import { type Basket, basketTable } from "../../records/basket.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import { isPartlySigned } from "../../records/payment.ts";
import { respondWith } from "../../request/api-response.ts";
import { type Refusal, refuse, refuseAll } from "../../request/refusal.ts";
import { claimAndRun, respondOnce } from "../../respond-once.ts";
import { belongsToPsu, ownerFor } from "../belongs-to-psu.ts";
import { paymentsHash } from "../payment-hash.ts";
import { refuseTotals } from "../refuse-totals.ts";
import { bindPayments, recordBasketEvent } from "./basket-store.ts";
import { type Candidate, listCandidates } from "./member-store.ts";
import { presentBasketStatus } from "./present-basket.ts";

/** Groups unsigned payments of one PSU in a basket, to be approved with one SCA. */
export const createBasket: UseCase<"createBasket"> = async (context, bank) => {
  const { paymentIds } = context.body;
  const named = await bank.storage.read(() => listCandidates(paymentIds));
  const payments = named.filter(
    ({ tppId, worldId }) => tppId === context.tpp.tppId && worldId === context.tpp.worldId,
  );
  const owner = basketOwner(payments);
  const unnamed = actAsOwner(owner && (await ownerFor(owner, context.psu, bank)), context);
  if (unnamed !== undefined) return unnamed;
  const owned = await filterOwned(payments, context.psu, bank);
  const refusal = checkMembers(paymentIds, owned);
  if (refusal !== undefined) return refusal;
  const tooLarge = refuseTotals(owned, [], { code: "FORMAT_ERROR", path: "/paymentIds" });
  if (tooLarge !== undefined) return tooLarge;
  const basket: Basket = {
    basketId: bank.ids.newId(),
    worldId: context.tpp.worldId,
    tppId: context.tpp.tppId,
    personId: context.psu.personId,
    agreementId: context.psu.agreementId,
    paymentIds,
    hash: paymentsHash(owned),
    state: "open",
    version: 1n,
    createdAt: context.now,
    signedAt: undefined,
  };
  const response = respondWith(201, presentBasketStatus(basket, "RCVD"));
  return respondOnce(context, bank, response, function* (claim) {
    const origin = { actor: basket.tppId, at: basket.createdAt };
    const [bound] = yield* claimAndRun(
      claim,
      bindPayments(basket),
      basketTable.insert(basket),
      recordBasketEvent(basket, "created", origin, bank.ids),
    );
    if (bound !== BigInt(paymentIds.length)) yield* undo(refuseMoved);
  });
};

/**
 * BSK-08, BSK-09, BSK-10, BSK-14: refuses unknown and unsuitable payments together. Conflicts with
 * a payment's current state are reported only if there are no other faults.
 */
const checkMembers = (
  paymentIds: readonly PaymentId[],
  owned: readonly Candidate[],
): Refusal | undefined => {
  const byId = new Map(owned.map((payment) => [payment.paymentId, payment]));
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
    }) ??
    faults((payment, path) => (payment === undefined ? undefined : findConflict(payment, path)))
  );
};

/** A basket is private only if all its payments are. */
const basketOwner = (payments: readonly Candidate[]): Candidate | undefined =>
  payments.find(({ context }) => context !== "PRIVATE") ?? payments[0];

const filterOwned = async (
  payments: readonly Candidate[],
  psu: IdentifiedPsu | undefined,
  bank: Bank,
): Promise<readonly Candidate[]> => {
  const owned: Candidate[] = [];
  for (const payment of payments) {
    if (await belongsToPsu(payment, psu, bank)) owned.push(payment);
  }
  return owned;
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
  text: "Bulk and periodic payments cannot be part of a signing basket; authorise them separately.",
});

const findConflict = (payment: Candidate, path: string): Violation | undefined => {
  if (payment.status !== "RCVD") {
    const text = `A payment with status ${payment.status} can no longer be authorised.`;
    return { code: "CONFLICT", path, text };
  }
  if (isPartlySigned(payment)) {
    const text = "Somebody has approved the payment already; authorise it by itself.";
    return { code: "CONFLICT", path, text };
  }
  if (payment.basketId === undefined) return undefined;
  return { code: "CONFLICT", path, text: "The payment is already in another signing basket." };
};

const refuseMoved: Refusal = refuse({
  code: "CONFLICT",
  text: "A payment of the basket has just been signed, deleted or put into another basket.",
});
