import type { Bank } from "../../bank.ts";
import { actAsOwner, type Owner } from "../../parties/act-as-owner.ts";
import type { Basket } from "../../records/basket.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { WithParameters } from "../../request/request-of.ts";
import { readBasket } from "./basket-store.ts";

/**
 * Returns the basket that the path names, if it belongs to this TPP and to the PSU of the request.
 * An unknown basket and somebody else's get the same refusal.
 */
export const findBasket = async (
  context: RequestContext & WithParameters<"readBasket">,
  bank: Bank,
): Promise<Basket | Refusal> => {
  const { basketId } = context.received.parameters;
  const basket = await bank.storage.read(() => readBasket(basketId));
  const isOfTpp =
    basket !== undefined &&
    basket.state !== "deleted" &&
    basket.tppId === context.tpp.tppId &&
    basket.worldId === context.tpp.worldId;
  const unnamed = actAsOwner(isOfTpp ? basketOwner(basket) : undefined, context);
  if (unnamed !== undefined) return unnamed;
  return isOfTpp && isOwnBasket(basket, context.psu) ? basket : refuseUnknown;
};

const basketOwner = ({ personId, agreementId }: Basket): Owner => ({
  personId,
  context: agreementId === undefined ? "PRIVATE" : "CORPORATE",
});

const isOwnBasket = (basket: Basket, psu: IdentifiedPsu | undefined): boolean => {
  if (psu === undefined) return true;
  const isUnder = psu.context === undefined || basket.agreementId === psu.agreementId;
  return basket.personId === psu.personId && isUnder;
};

const refuseUnknown: Refusal = refuse({
  code: "RESOURCE_UNKNOWN",
  text: "This TPP has no such signing basket.",
});
