import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { SentOrder } from "./facts.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** Picks a payment of the PSU, or of their company, that this TPP knows, if there is one. */
export const drawKnownOrder = (
  tpp: TppIdentity,
  psu: Psu,
  { facts, machine: { chance } }: Scene,
): SentOrder | undefined => {
  const orders = [...facts.orders.values()].filter(
    (order) => order.tppId === tpp.tppId && order.paymentId !== undefined && isTheirs(order, psu),
  );
  return orders.length === 0 ? undefined : chance.pick(orders);
};

const isTheirs = ({ personId, agreementId }: SentOrder, psu: Psu): boolean =>
  agreementId === psu.agreementId && (agreementId !== undefined || personId === psu.personId);
