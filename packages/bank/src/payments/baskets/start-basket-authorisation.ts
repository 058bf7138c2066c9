import { operations } from "@varde/protocol";
import type { UseCase } from "../../bank.ts";
import { isRefusal, refuse } from "../../request/refusal.ts";
import { startAuthorisation } from "../../sca/start/start-authorisation.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { findBasket } from "./find-basket.ts";
import { listMembers } from "./member-store.ts";

/** Starts the SCA by which the PSU approves every payment of the basket. */
export const startBasketAuthorisation: UseCase<"startBasketAuthorisation"> = async (
  context,
  bank,
) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  if (basket.state !== "open") {
    return refuse({ code: "CONFLICT", text: "The basket can no longer be authorised." });
  }
  const members = await bank.storage.read(() => listMembers(basket.paymentIds));
  const shown = quoteExchanges(members, context.now, bank);
  if (isRefusal(shown)) return shown;
  return startAuthorisation(
    { kind: "basket", id: basket.basketId, hash: basket.hash, shown },
    operations.readBasketAuthorisation,
    context,
    bank,
  );
};
