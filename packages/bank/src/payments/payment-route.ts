import type { PaymentProduct } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Instruction } from "../ports/core-bank.ts";
import type { PaymentOrder } from "./payment-order.ts";

export type Route = Instruction["route"];

/** Which way the money goes: inside the bank, at once, through clearing, or abroad. */
export const routeOf = (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: string,
  bank: Pick<Bank, "coreBank">,
): Awaitable<Route> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  return andThen(bank.coreBank.findAccount(worldId, reference), (ours) =>
    ours === undefined ? routeOut(product) : "own-bank",
  );
};

const routeOut = (product: PaymentProduct): Route => {
  if (product === "INDCTS") return "instant";
  return product === "NDCT" ? "clearing" : "cross-border";
};
