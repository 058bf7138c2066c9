import { sql } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { basketTable } from "../../records/basket.ts";
import { unsignedMsMax } from "../../records/payment.ts";
import { isRefusal } from "../../request/refusal.ts";
import type { WaitingFor, WaitingSubject } from "../../sca/sca-subject.ts";
import { listCompanies, waitingMax } from "../authorise/list-waiting-payments.ts";
import { viewSigners } from "../authorise/view-signers.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { viewBatch } from "../view/view-batch.ts";
import { basketHash, decideMembers, findBasketObstacle, membersToSign } from "./basket-signing.ts";
import { listMembers } from "./member-store.ts";

/** Lists the baskets of which a person could sign a payment for a company. */
export const listWaitingBaskets = async (
  { worldId, personId }: WaitingFor,
  bank: Bank,
): Promise<readonly WaitingSubject[]> => {
  if (bank.signingMandates === undefined) return [];
  const now = await bank.clock.now(worldId);
  const waiting: WaitingSubject[] = [];
  for (const { agreementId, accountIds } of await listCompanies({ worldId, personId }, bank)) {
    const found = await bank.storage.read(() =>
      basketTable.all(
        sql`select * from basket
          where world_id = ${worldId} and agreement_id = ${agreementId} and state = 'open'
          order by basket_id desc limit ${waitingMax}`,
      ),
    );
    for (const basket of found) {
      const members = await bank.storage.read(() => listMembers(basket.paymentIds));
      const isUsable = members.every((one) => accountIds.includes(one.debtorAccountId));
      const signer = { personId, agreementId, context: "CORPORATE" } as const;
      const verdicts = isUsable ? ((await decideMembers(members, signer, bank)) ?? []) : [];
      if (verdicts.length === 0 || findBasketObstacle(verdicts) !== undefined) continue;
      const toSign = membersToSign(basket, members);
      const shown = quoteExchanges(toSign, now, bank);
      if (isRefusal(shown)) continue;
      const signers = new Map(
        verdicts.flatMap(({ signatures }) =>
          signatures.map((one) => [one.personId, one.signedAt] as const),
        ),
      );
      const joint = await viewSigners(worldId, verdicts, bank);
      waiting.push({
        kind: "basket",
        id: basket.basketId,
        hash: basketHash(basket, members),
        tppId: basket.tppId,
        brand: undefined,
        agreementId,
        createdBy: basket.personId,
        createdAt: basket.createdAt,
        expiresAt: basket.createdAt + unsignedMsMax,
        signers: [...signers].map(([signer, at]) => ({ personId: signer, at })),
        shown,
        content: {
          kind: "batch",
          details: await viewBatch("basket", toSign, bank, shown),
          ...(joint && { joint }),
        },
      });
    }
  }
  return waiting;
};
