import type { PaymentProduct } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { CoreAccount, Instruction } from "../ports/core-bank.ts";
import type { WorldId } from "../ports/ids.ts";
import type { PaymentOrder } from "./payment-order.ts";

export type Route = Instruction["route"];

/** The route of each product when the creditor's account is at another bank. */
const externalRoutes = {
  NDCT: "clearing",
  NCBCT: "cross-border",
  INDCTS: "instant",
  CBCT: "cross-border",
  SCT: "cross-border",
} as const satisfies Record<PaymentProduct, Route>;

/** Whether payments of this product to another bank leave the country. */
export const isCrossBorder = (product: PaymentProduct): boolean =>
  externalRoutes[product] === "cross-border";

/**
 * Returns the route of a payment: inside the bank if we hold the creditor's account, otherwise the
 * route of its product.
 */
export const findRoute = (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: WorldId,
  bank: Pick<Bank, "coreBank">,
): Awaitable<Route> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  return andThen(bank.coreBank.findAccount(worldId, reference), (ours) =>
    ours !== undefined && isOurAccount(ours, product, order) ? "own-bank" : externalRoutes[product],
  );
};

/**
 * Whether the account with the creditor's number is the creditor's. An IBAN and a Norwegian number
 * identify the bank. Abroad, another bank may use the same number, and only the BIC identifies it.
 */
const isOurAccount = (
  ours: CoreAccount,
  product: PaymentProduct,
  { creditor }: PaymentOrder,
): boolean =>
  creditor.bban === undefined ||
  !isCrossBorder(product) ||
  bankCode(creditor.bic) === bankCode(ours.bic);

/** The last three characters of a BIC name a branch. */
const bankCode = (bic: string | undefined): string => (bic ?? "").slice(0, 8);
