import { run, undo } from "@varde/storage";
import type { UseCase } from "../../bank.ts";
import { isBasketPartlySigned } from "../../records/basket.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import { claimAndRun, respondOnce } from "../../respond-once.ts";
import { freePayments, moveBasket } from "./basket-store.ts";
import { findBasket } from "./find-basket.ts";

/** BSK-16: deletes a basket that nobody has signed, which frees its payments. */
export const deleteBasket: UseCase<"deleteBasket"> = async (context, bank) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  // MAN-14: what people have signed does not go back to payments that nobody has signed.
  if (basket.state !== "open" || isBasketPartlySigned(basket)) return refuseSigned;
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
