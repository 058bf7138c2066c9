import type { Bank } from "../bank.ts";
import type { CoreAccount, Quote } from "../ports/core-bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { PaymentOrder } from "./payment-order.ts";
import type { Route } from "./payment-route.ts";

/**
 * Returns the fee of the order, or why the bank cannot execute it; `at` is the path of the order.
 */
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
      text: "Debtor and creditor account are the same.",
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
      text: `Currency ${order.currency} is not supported.`,
    })
  );
};
