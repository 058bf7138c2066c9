import assert from "node:assert/strict";
import { forUpdate, inList, one, run, type Statement, sql, type Unit } from "@varde/storage";
import type { BasketId, Ids } from "../../ports/ids.ts";
import {
  type Basket,
  type BasketEvent,
  basketTable,
  basketTransitions,
  isBasketPartlySigned,
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

/** Reads a basket and locks it until the unit ends. */
export const lockBasket = (basketId: BasketId): Unit<Basket | undefined> =>
  basketTable.one(sql`select * from basket where basket_id = ${basketId} ${forUpdate}`);

/** MAN-13: closes a basket that people have signed once none of its payments waits. */
export function* closeIfNobodyWaits(
  basket: Basket,
  origin: { readonly actor: string; readonly at: number },
  ids: Ids,
): Unit<void> {
  if (!isBasketPartlySigned(basket)) return;
  const { basketId } = basket;
  const waiting = yield* one<{ payment_id: string }>(
    sql`select payment_id from payment where basket_id = ${basketId} and status = 'RCVD' limit 1`,
  );
  const { actor, at } = origin;
  if (waiting === undefined) yield* moveBasket(basket, { event: "signed", actor, at }, ids);
}

/** Moves the basket to its next state. Returns false if it has moved since it was read. */
export function* moveBasket(
  basket: Basket,
  move: { readonly event: BasketEvent; readonly actor: string; readonly at: number },
  ids: Ids,
): Unit<boolean> {
  const to = basketTransitions[basket.state][move.event];
  assert(to !== undefined, `a basket that is ${basket.state} does not allow ${move.event}`);
  const firstAt = basket.signedAt ?? move.at;
  const signedAt =
    move.event === "signed" ? move.at : move.event === "signedPartly" ? firstAt : null;
  const [changes] = yield* run(
    sql`update basket set state = ${to}, version = ${basket.version + 1n},
        signed_at = ${signedAt}
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
