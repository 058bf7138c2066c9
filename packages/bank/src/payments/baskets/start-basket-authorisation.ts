import { operations } from "@varde/protocol";
import type { UseCase } from "../../bank.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import { startAuthorisation } from "../../sca/start/start-authorisation.ts";
import { refuseSigner } from "../authorise/refuse-signer.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { basketHash, decideMembers, findBasketObstacle, membersToSign } from "./basket-signing.ts";
import { findBasket } from "./find-basket.ts";
import { listMembers } from "./member-store.ts";

/** Starts the SCA by which the PSU approves every payment of the basket. */
export const startBasketAuthorisation: UseCase<"startBasketAuthorisation"> = async (
  context,
  bank,
) => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  if (basket.state !== "open") return refuseClosed;
  const { psu } = context;
  const isJoint = bank.signingMandates !== undefined && basket.agreementId !== undefined;
  const members = await bank.storage.read(() => listMembers(basket.paymentIds));
  if (isJoint && psu !== undefined) {
    const signer = { ...psu, agreementId: basket.agreementId, context: "CORPORATE" } as const;
    const verdicts = (await decideMembers(members, signer, bank)) ?? [];
    if (verdicts.length === 0) return refuseClosed;
    const because = findBasketObstacle(verdicts);
    if (because !== undefined) return refuseSigner(because);
  }
  const shown = quoteExchanges(membersToSign(basket, members), context.now, bank);
  if (isRefusal(shown)) return shown;
  return startAuthorisation(
    { kind: "basket", id: basket.basketId, hash: basketHash(basket, members), shown },
    operations.readBasketAuthorisation,
    context,
    bank,
  );
};

const refuseClosed: Refusal = refuse({
  code: "CONFLICT",
  text: "The basket can no longer be authorised.",
});
