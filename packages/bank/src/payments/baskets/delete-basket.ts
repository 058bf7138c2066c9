import { run, undo } from "@varde/storage";
import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import { claimAndRun, respondOnce } from "../../respond-once.ts";
import { freePayments, moveBasket } from "./basket-store.ts";
import { findBasket } from "./find-basket.ts";

/** BSK-16: deletes a basket that is not signed, which frees its payments. */
export const deleteBasket: UseCase<"deleteBasket"> = async (context, bank) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  if (basket.state !== "open") return refuseSigned;
  return respondOnce(context, bank, respondWith(204), function* (claim) {
    yield* claimAndRun(claim);
    const move = { event: "deleted", actor: basket.tppId, at: context.now } as const;
    if (!(yield* moveBasket(basket, move, bank.ids))) yield* undo(refuseSigned);
    yield* run(freePayments(basket.basketId));
  });
};

const refuseSigned: Refusal = refuse({
  code: "CONFLICT",
  text: "The basket is signed and cannot be deleted; its payments can be cancelled one by one.",
});
