import { agentMissing, type Currency, type PaymentProduct } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { CoreAccount, Instruction } from "../ports/core-bank.ts";
import type { WorldId } from "../ports/ids.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
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
 * Returns the route of a payment: inside the bank if we hold the creditor's account, otherwise that
 * of its product and destination.
 */
export const findRoute = (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: WorldId,
  bank: Pick<Bank, "coreBank">,
): Awaitable<Route> =>
  andThen(findOurAccount(product, order, worldId, bank), (ours) =>
    ours === undefined ? externalRoute(product, order) : "own-bank",
  );

/** The route of a new payment, with the currency of the creditor's account if we hold it. */
export interface NewRoute {
  readonly route: Route;
  readonly creditorCurrency?: Currency;
}

/**
 * Finds the route of a new payment. Refuses it if only the creditor's account shows that it is
 * incomplete; `at` is the path of the order.
 */
export const findNewRoute = (
  product: PaymentProduct,
  order: PaymentOrder,
  at: string,
  worldId: WorldId,
  bank: Pick<Bank, "coreBank">,
): Awaitable<NewRoute | Refusal> =>
  andThen(findOurAccount(product, order, worldId, bank), (ours) => {
    if (ours === undefined) return { route: externalRoute(product, order) };
    // NDC-05: the TPP may have stated another currency than that of the account.
    const lacksAgent =
      product === "NDCT" && ours.currency !== "NOK" && order.creditor.bic === undefined;
    return lacksAgent
      ? refuse(agentMissing(at))
      : { route: "own-bank", creditorCurrency: ours.currency };
  });

/** NCB-24: Norwegian banks clear NOK among themselves, whichever product the TPP has chosen. */
const externalRoute = (product: PaymentProduct, { currency, creditor }: PaymentOrder): Route =>
  product === "NCBCT" && currency === "NOK" && creditor.country === "NO"
    ? "clearing"
    : externalRoutes[product];

const findOurAccount = (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: WorldId,
  bank: Pick<Bank, "coreBank">,
): Awaitable<CoreAccount | undefined> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  return andThen(bank.coreBank.findAccount(worldId, reference), (account) =>
    account !== undefined && isOurAccount(account, product, order) ? account : undefined,
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
