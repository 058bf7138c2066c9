import type { Instruction, Quote, QuoteOrder, QuoteRefusal } from "@varde/bank";
import { type Currency, currencyMinorUnits } from "@varde/protocol";
import { convertMinor, quoteExchange, type RateTable } from "@varde/protocol/money";

/** The price of one unit of a currency in NOK, in millionths. */
export interface Rate {
  readonly currency: Currency;
  readonly ratePpm: bigint;
}

/** A fee in the currency of the price list, and the payments that it applies to. */
export interface Fee {
  readonly route: Instruction["route"];
  /** Countries of the payee's bank; without them, every country. */
  readonly countries?: readonly string[];
  /** Without it, urgent payments and others. */
  readonly isUrgent?: boolean;
  readonly feeMinor: bigint;
}

/** The fees and exchange rates of a core bank. */
export interface PriceList {
  readonly feeCurrency: Currency;
  /** The first fee that fits a payment counts. */
  readonly fees: readonly Fee[];
  /** Share of the debited amount that is added when a currency is exchanged, in millionths. */
  readonly conversionPpm: bigint;
  readonly rates: readonly Rate[];
}

/** Returns the price of a payment, or undefined if the list has none for it. */
export const quoteFromPrices = (
  { fees, feeCurrency, conversionPpm, rates }: PriceList,
  order: QuoteOrder,
): Quote | QuoteRefusal | undefined => {
  const { route, amountMinor, currency, debtorCurrency, creditorCountry, isUrgent } = order;
  const { creditorCurrency = currency } = order;
  const fee = fees.find(
    (one) =>
      one.route === route &&
      (one.countries === undefined || one.countries.includes(creditorCountry ?? "")) &&
      (one.isUrgent === undefined || one.isUrgent === isUrgent),
  );
  if (fee === undefined) return undefined;
  // The same arithmetic as the core bank's, so that its quote is what it will book.
  const quote = quoteExchange(
    ratesOf(rates, [currency, debtorCurrency, creditorCurrency, feeCurrency]),
    {
      amountMinor,
      currency,
      debitCurrency: debtorCurrency,
      creditCurrency: creditorCurrency,
      feeMinor: fee.feeMinor,
      feeCurrency,
      conversionPpm,
    },
  );
  if (quote === "currency-unknown") return undefined;
  if (typeof quote === "string") return { refused: quote };
  const { totalFeeMinor, debitedMinor, ratePpm } = quote;
  return {
    feeMinor: totalFeeMinor,
    feeCurrency: debtorCurrency,
    // A rate below half a millionth cannot be shown.
    ...(ratePpm !== undefined && ratePpm > 0n && { exchange: { ratePpm, debitedMinor } }),
  };
};

/** Converts an amount to øre, or returns undefined if the list has no rate for the currency. */
export const convertToNok = (
  { rates }: Pick<PriceList, "rates">,
  amountMinor: bigint,
  currency: Currency,
): bigint | undefined =>
  convertMinor(ratesOf(rates, [currency, "NOK"]), amountMinor, currency, "NOK", "half-up");

/** Returns a table of the listed rates of some currencies. */
const ratesOf = (rates: readonly Rate[], currencies: readonly Currency[]): RateTable => {
  const table: Record<string, RateTable[string]> = {};
  for (const { currency, ratePpm } of rates) {
    if (!currencies.includes(currency)) continue;
    table[currency] ??= { ratePpm, fractionDigits: currencyMinorUnits[currency] };
  }
  return table;
};
