import { operations } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { type Answer, answerWith } from "../http/answer.ts";
import { linkTo } from "../http/links.ts";
import { isRefusal, type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { answerOnce, claimAndRun } from "../requests/answer-once.ts";
import { startSca } from "../sca/start-sca.ts";
import { basketHash } from "./basket-hash.ts";
import { findBasket, listMembers } from "./find-basket.ts";

/** Starts the one SCA by which the PSU approves every payment of the basket. */
export const startBasketAuthorisation = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const basket = await findBasket(context, bank);
  if (isRefusal(basket)) return basket;
  if (basket.state !== "open") {
    return refuse({ code: "CONFLICT", text: "The basket is past its approval." });
  }
  const hash = basketHash(await listMembers(basket, bank));
  const sca = startSca({ kind: "basket", id: basket.basketId, hash }, context, bank);
  const answer = answerWith(201, {
    scaStatus: "received",
    authorisationId: sca.scaId,
    _links: {
      scaRedirect: { href: sca.link, verbs: ["GET"] },
      scaStatus: linkTo([operations.readBasketAuthorisation], {
        basketId: basket.basketId,
        authorisationId: sca.scaId,
      }),
    },
  });
  return answerOnce(context, bank, answer, function* (claim) {
    yield* claimAndRun(claim, ...sca.statements);
  });
};
