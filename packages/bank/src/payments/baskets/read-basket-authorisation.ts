import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal, refuse } from "../../request/refusal.ts";
import { presentScaStatus } from "../../sca/present-sca-status.ts";
import { listScas } from "../../sca/sca-store.ts";
import { findBasket } from "./find-basket.ts";

/** Lists the ids of the authorisations started for a basket. */
export const listBasketAuthorisations: UseCase<"listBasketAuthorisations"> = async (
  context,
  bank,
) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  const scas = await bank.storage.read(() => listScas("basket", basket.basketId));
  return respondWith(200, { authorisationIds: scas.map((sca) => sca.scaId) });
};

/** Returns the status of one authorisation. */
export const readBasketAuthorisation: UseCase<"readBasketAuthorisation"> = async (
  context,
  bank,
) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  const { authorisationId } = context.received.parameters;
  const scas = await bank.storage.read(() => listScas("basket", basket.basketId));
  const sca = scas.find((one) => one.scaId === authorisationId);
  if (sca !== undefined) return respondWith(200, presentScaStatus(sca, context.now));
  return refuse({ code: "RESOURCE_UNKNOWN", text: "The basket has no such authorisation." });
};
