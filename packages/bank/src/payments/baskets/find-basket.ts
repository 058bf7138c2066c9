import type { Bank } from "../../bank.ts";
import { actAsOwner, type Owner } from "../../parties/act-as-owner.ts";
import { mayUseAccount } from "../../parties/may-use-account.ts";
import type { Basket } from "../../records/basket.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { WithParameters } from "../../request/request-of.ts";
import { readBasket } from "./basket-store.ts";
import { listPayingAccounts } from "./member-store.ts";

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
  const isShared = isOfTpp && (await isSharedWith(basket, context.psu, bank));
  const owner = isOfTpp ? basketOwner(basket, isShared ? context.psu : undefined) : undefined;
  const unnamed = actAsOwner(owner, context);
  if (unnamed !== undefined) return unnamed;
  if (!isOfTpp) return refuseUnknown;
  const isOwn = isShared
    ? context.psu?.agreementId === basket.agreementId
    : isOwnBasket(basket, context.psu);
  return isOwn ? basket : refuseUnknown;
};

/** MAN-06: whether the PSU is another person of the company, who may use all its accounts. */
const isSharedWith = async (
  { worldId, basketId, personId, agreementId }: Basket,
  psu: IdentifiedPsu | undefined,
  bank: Bank,
): Promise<boolean> => {
  if (psu === undefined || psu.personId === personId) return false;
  if (bank.signingMandates === undefined || agreementId === undefined) return false;
  const accounts = await bank.storage.read(() => listPayingAccounts(basketId));
  const person = { personId: psu.personId, agreementId, context: "CORPORATE" } as const;
  for (const { debtor_account_id: accountId } of accounts) {
    if (!(await mayUseAccount(worldId, person, accountId, bank))) return false;
  }
  return accounts.length > 0;
};

const basketOwner = (
  { personId, agreementId }: Basket,
  other: IdentifiedPsu | undefined,
): Owner => ({
  personId: other?.personId ?? personId,
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
