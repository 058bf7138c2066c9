import type { PaymentProduct } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { Instruction } from "../ports/core-bank.ts";
import type { PaymentOrder } from "./payment-order.ts";

export type Route = Instruction["route"];

/** Which way the money goes: inside the bank, at once, through clearing, or abroad. */
export const routeOf = async (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: string,
  bank: Pick<Bank, "coreBank">,
): Promise<Route> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  const ours = await bank.coreBank.findAccount(worldId, reference);
  if (ours !== undefined) return "own-bank";
  if (product === "INDCTS") return "instant";
  return product === "NDCT" ? "clearing" : "cross-border";
};
