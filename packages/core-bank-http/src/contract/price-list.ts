import type { Instruction, Quote, QuoteOrder } from "@varde/bank";
import { type Currency, currencyMinorUnits } from "@varde/protocol";

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

const million = 1_000_000n;

/** Returns the price of a payment, or undefined if the list has none for it. */
export const quoteFromPrices = (
  { fees, feeCurrency, conversionPpm, rates }: PriceList,
  { route, amountMinor, currency, debtorCurrency, creditorCountry, isUrgent }: QuoteOrder,
): Quote | undefined => {
  const fee = fees.find(
    (one) =>
      one.route === route &&
      (one.countries === undefined || one.countries.includes(creditorCountry ?? "")) &&
      (one.isUrgent === undefined || one.isUrgent === isUrgent),
  );
  if (fee === undefined) return undefined;
  const debitedMinor = convert(rates, amountMinor, currency, debtorCurrency);
  const feeMinor = convert(rates, fee.feeMinor, feeCurrency, debtorCurrency);
  if (debitedMinor === undefined || feeMinor === undefined) return undefined;
  if (currency === debtorCurrency) return { feeMinor, feeCurrency: debtorCurrency };
  const conversionMinor = (debitedMinor * conversionPpm + million / 2n) / million;
  const ratePpm = findRate(rates, currency, debtorCurrency);
  return {
    feeMinor: feeMinor + conversionMinor,
    feeCurrency: debtorCurrency,
    // A rate below half a millionth cannot be shown.
    ...(ratePpm > 0n && { exchange: { ratePpm, debitedMinor } }),
  };
};

/** Returns the units of the second currency for one unit of the first, in millionths. */
const findRate = (rates: readonly Rate[], from: Currency, to: Currency): bigint => {
  const [source, target] = [from, to].map((one) => rates.find(({ currency }) => currency === one));
  if (source === undefined || target === undefined) return 0n;
  return (2n * source.ratePpm * million + target.ratePpm) / (2n * target.ratePpm);
};

/** Converts an amount to øre, or returns undefined if the list has no rate for the currency. */
export const convertToNok = (
  { rates }: Pick<PriceList, "rates">,
  amountMinor: bigint,
  currency: Currency,
): bigint | undefined => convert(rates, amountMinor, currency, "NOK");

/** Rounds half a minor unit up. */
const convert = (
  rates: readonly Rate[],
  amountMinor: bigint,
  from: Currency,
  to: Currency,
): bigint | undefined => {
  if (from === to) return amountMinor;
  const source = rates.find(({ currency }) => currency === from);
  const target = rates.find(({ currency }) => currency === to);
  if (source === undefined || target === undefined) return undefined;
  const numerator = amountMinor * source.ratePpm * 10n ** BigInt(currencyMinorUnits[to]);
  const denominator = target.ratePpm * 10n ** BigInt(currencyMinorUnits[from]);
  return (2n * numerator + denominator) / (2n * denominator);
};
