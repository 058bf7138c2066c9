import { addMinor } from "@varde/protocol/money";
import type { Bank } from "../bank.ts";
import type { CoreAccount, Quote, QuoteOrder, QuoteRefusal } from "../ports/core-bank.ts";
import type { Payment } from "../records/payment.ts";
import type { ShownQuote } from "../records/sca.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import { type PaymentOrder, readOrder } from "./payment-order.ts";
import type { NewRoute } from "./payment-route.ts";
import { refuseTotals } from "./refuse-totals.ts";
import { readStoredBody } from "./stored-body.ts";

/**
 * Returns the fee of the order, or why the bank cannot execute it; `at` is the path of the order.
 */
export const quotePayment = (
  order: PaymentOrder,
  newRoute: NewRoute,
  debtor: CoreAccount,
  at: string,
  bank: Pick<Bank, "coreBank">,
): Pick<Quote, "feeMinor" | "feeCurrency"> | Refusal => {
  const { bban, iban } = order.creditor;
  const isOwn = bban === undefined ? iban === debtor.iban : bban === debtor.bban;
  if (newRoute.route === "own-bank" && isOwn) {
    return refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/creditorAccount/${bban === undefined ? "iban" : "bban"}`,
      text: "Debtor and creditor account are the same.",
    });
  }
  const quote = bank.coreBank.quote(toQuoteOrder(order, newRoute, debtor.currency));
  if (quote === undefined) {
    return refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/instructedAmount/currency`,
      text: `Currency ${order.currency} is not supported.`,
    });
  }
  if ("refused" in quote) {
    return refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/instructedAmount/amount`,
      text: refusalTexts[quote.refused],
    });
  }
  const { feeMinor, feeCurrency, exchange } = quote;
  const isOrdered = exchange === undefined && order.currency === debtor.currency;
  const debitedMinor = isOrdered ? order.amountMinor : (exchange?.debitedMinor ?? 0n);
  if (typeof addMinor(debitedMinor, feeMinor) === "string") {
    return refuse({
      code: "PAYMENT_FAILED",
      path: `${at}/instructedAmount/amount`,
      text: refusalTexts["amount-too-large"],
    });
  }
  return { feeMinor, feeCurrency };
};

/** VAL-20: what is debited and what is credited is at least one minor unit. */
const refusalTexts: Readonly<Record<QuoteRefusal["refused"], string>> = {
  "amount-too-small":
    "The amount is too small to be exchanged: it is less than the smallest unit of the currency " +
    "of one of the accounts.",
  "amount-too-large":
    "The amount is too large to be exchanged: it has more than 18 digits in the smallest unit of " +
    "the currency of one of the accounts.",
};

const toQuoteOrder = (
  { amountMinor, currency, creditor, isUrgent }: PaymentOrder,
  { route, creditorCurrency }: NewRoute,
  debtorCurrency: QuoteOrder["debtorCurrency"],
): QuoteOrder => ({
  route,
  amountMinor,
  currency,
  debtorCurrency,
  creditorCurrency,
  creditorCountry: creditor.country,
  isUrgent,
});

/** The fields of a payment from which its exchange is quoted. */
type QuotedPayment = Pick<
  Payment,
  "paymentId" | "body" | "route" | "amountMinor" | "currency" | "feeMinor" | "feeCurrency"
>;

/**
 * SCA-35: estimates what the debtor accounts will be debited for those of the payments that are in
 * another currency, to be shown to the PSU. Refuses if a currency is no longer supported, or a sum
 * is too large. Fees are not quoted again: they were agreed at creation.
 */
export const quoteExchanges = (
  payments: readonly QuotedPayment[],
  at: number,
  bank: Pick<Bank, "coreBank">,
): readonly ShownQuote[] | Refusal => {
  const shown: ShownQuote[] = [];
  for (const payment of payments) {
    if (payment.currency === payment.feeCurrency) continue;
    const quote = quoteExchange(payment, at, bank);
    if (quote === undefined) continue;
    if (isRefusal(quote)) return quote;
    shown.push(quote);
  }
  return refuseTotals(payments, shown, { code: "PAYMENT_FAILED" }) ?? shown;
};

const quoteExchange = (
  payment: QuotedPayment,
  at: number,
  bank: Pick<Bank, "coreBank">,
): ShownQuote | Refusal | undefined => {
  const { paymentId, amountMinor, route, feeCurrency: currency } = payment;
  const order = readOrder(readStoredBody(payment));
  const quote = bank.coreBank.quote(toQuoteOrder(order, { route }, currency));
  if (quote === undefined) {
    const text = `Currency ${payment.currency} is no longer supported.`;
    return refuse({ code: "CONFLICT", text });
  }
  if ("refused" in quote) return refuse({ code: "CONFLICT", text: refusalTexts[quote.refused] });
  if (quote.exchange === undefined) return undefined;
  return {
    paymentId,
    amountMinor: String(amountMinor),
    currency,
    ratePpm: String(quote.exchange.ratePpm),
    debitedMinor: String(quote.exchange.debitedMinor),
    at,
  };
};
