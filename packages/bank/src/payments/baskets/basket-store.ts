import assert from "node:assert/strict";
import { inList, run, type Statement, sql, type Unit } from "@varde/storage";
import type { BasketId, Ids } from "../../ports/ids.ts";
import {
  type Basket,
  type BasketEvent,
  basketTable,
  basketTransitions,
} from "../../records/basket.ts";
import { recordEvent } from "../../records/event.ts";

export const readBasket = (basketId: BasketId): Unit<Basket | undefined> =>
  basketTable.one(sql`select * from basket where basket_id = ${basketId}`);

/**
 * Adds the payments to the basket, except those that are no longer RCVD or are in another basket;
 * the number of changed rows says whether all were added. Increments their version, so that a
 * concurrent signing or deletion of one of them fails.
 */
export const bindPayments = (basket: Basket): Statement => {
  return sql`update payment set basket_id = ${basket.basketId}, version = version + 1
    where payment_id ${inList(basket.paymentIds)}
      and status = 'RCVD' and basket_id is null`;
};

/** Releases the payments of a deleted basket, which can then be signed or deleted separately. */
export const freePayments = (basketId: BasketId): Statement =>
  sql`update payment set basket_id = null, version = version + 1
    where basket_id = ${basketId} and status = 'RCVD'`;

/** Moves the basket to its next state. Returns false if it has moved since it was read. */
export function* moveBasket(
  basket: Basket,
  move: { readonly event: BasketEvent; readonly actor: string; readonly at: number },
  ids: Ids,
): Unit<boolean> {
  const to = basketTransitions[basket.state][move.event];
  assert(to !== undefined, `a basket that is ${basket.state} does not allow ${move.event}`);
  const [changes] = yield* run(
    sql`update basket set state = ${to}, version = ${basket.version + 1n},
        signed_at = ${to === "signed" ? move.at : null}
      where basket_id = ${basket.basketId} and state = ${basket.state}
        and version = ${basket.version}`,
  );
  if (changes !== 1n) return false;
  yield* run(recordBasketEvent(basket, move.event, move, ids));
  return true;
}

export const recordBasketEvent = (
  basket: Basket,
  name: string,
  { actor, at }: { readonly actor: string; readonly at: number },
  ids: Ids,
): Statement =>
  recordEvent(ids, {
    worldId: basket.worldId,
    subjectKind: "basket",
    subjectId: basket.basketId,
    name,
    actor,
    at,
  });
