import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { SentOrder } from "./facts.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** Picks one of the PSU's payments that this TPP knows, if there is one. */
export const drawKnownOrder = (
  tpp: TppIdentity,
  psu: Psu,
  { facts, machine: { chance } }: Scene,
): SentOrder | undefined => {
  const orders = [...facts.orders.values()].filter(
    ({ tppId, personId, paymentId }) =>
      tppId === tpp.tppId && personId === psu.personId && paymentId !== undefined,
  );
  return orders.length === 0 ? undefined : chance.pick(orders);
};
