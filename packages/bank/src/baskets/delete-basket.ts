import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { answerOnce, claimAndRun, UndoAndRefuse } from "../idempotency/answer-once.ts";
import { type Answer, answerWith } from "../request/answer.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { freePayments, moveBasket } from "./basket-store.ts";
import { findBasket } from "./find-basket.ts";

/** BSK-16: deletes a basket that is not signed, which frees its payments. */
export const deleteBasket = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  if (basket.state !== "open") return refuseSigned;
  return answerOnce(context, bank, answerWith(204), function* (claim) {
    yield* claimAndRun(claim);
    const move = { event: "deleted", actor: basket.tppId, at: context.now } as const;
    if (!(yield* moveBasket(basket, move, bank.ids))) throw new UndoAndRefuse(refuseSigned);
    yield* run(freePayments(basket.basketId));
  });
};

const refuseSigned: Refusal = refuse({
  code: "CONFLICT",
  text: "The basket is signed and cannot be deleted; its payments can be cancelled one by one.",
});
