import type { PaymentProduct } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { CoreAccount, Instruction } from "../ports/core-bank.ts";
import type { PaymentOrder } from "./payment-order.ts";

export type Route = Instruction["route"];

/**
 * Which way the money goes: inside the bank, at once, through clearing, or abroad. A number among
 * our own is an account of ours only where it cannot be one of another bank's.
 */
export const routeOf = (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: string,
  bank: Pick<Bank, "coreBank">,
): Awaitable<Route> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  return andThen(bank.coreBank.findAccount(worldId, reference), (ours) =>
    ours !== undefined && isOurAccount(ours, product, order) ? "own-bank" : routeOut(product),
  );
};

/** An IBAN and a Norwegian number say which bank they are of; of another number the BIC does. */
const isOurAccount = (
  ours: CoreAccount,
  product: PaymentProduct,
  { creditor }: PaymentOrder,
): boolean =>
  creditor.bban === undefined ||
  routeOut(product) !== "cross-border" ||
  bankOf(creditor.bic) === bankOf(ours.bic);

/** The last three characters of a BIC name a branch. */
const bankOf = (bic: string | undefined): string => (bic ?? "").slice(0, 8);

const routeOut = (product: PaymentProduct): Route => {
  if (product === "INDCTS") return "instant";
  return product === "NDCT" ? "clearing" : "cross-border";
};
