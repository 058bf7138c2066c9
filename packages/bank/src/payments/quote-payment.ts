import type { Bank } from "../bank.ts";
import type { CoreAccount, Quote } from "../ports/core-bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { PaymentOrder } from "./payment-order.ts";
import type { Route } from "./payment-route.ts";

/** What the order costs, or why the bank cannot make it; `at` is where the order stands. */
export const quotePayment = (
  order: PaymentOrder,
  route: Route,
  debtor: CoreAccount,
  at: string,
  bank: Pick<Bank, "coreBank">,
): Quote | Refusal => {
  const { bban, iban } = order.creditor;
  const isOwn = bban === undefined ? iban === debtor.iban : bban === debtor.bban;
  if (route === "own-bank" && isOwn) {
    return refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/creditorAccount/${bban === undefined ? "iban" : "bban"}`,
      text: "The account that pays is the account that is paid.",
    });
  }
  const quote = bank.coreBank.quote({
    route,
    amountMinor: order.amountMinor,
    currency: order.currency,
    debtorCurrency: debtor.currency,
    creditorCountry: order.creditor.country,
    isUrgent: order.isUrgent,
  });
  return (
    quote ??
    refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/instructedAmount/currency`,
      text: `The bank does not deal in ${order.currency}.`,
    })
  );
};
