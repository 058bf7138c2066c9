import { addMinor, isMinor, type Minor } from "./minor.ts";

export interface Rate {
  /** The price of one unit in the base currency, in parts per million. */
  readonly ratePpm: bigint;
  readonly fractionDigits: number;
}

/**
 * Prices of currencies in one base currency, which is itself in the table with the rate one
 * million.
 */
export type RateTable = Readonly<Record<string, Rate>>;

declare const side: unique symbol;

/** An amount to debit: at least one minor unit. Only `exchange` makes one. */
export type DebitMinor = Minor & { readonly [side]: "debit" };

/** An amount to credit: at least one minor unit. Only `exchange` makes one. */
export type CreditMinor = Minor & { readonly [side]: "credit" };

/** An amount in any currency, with the currencies of the two accounts. */
export interface AmountToExchange {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debitCurrency: string;
  readonly creditCurrency: string;
}

/** Both sides of a movement, and the rates they were computed with. */
export interface Exchange {
  readonly debitedMinor: DebitMinor;
  readonly creditedMinor: CreditMinor;
  readonly rates: UsedRates;
}

/** The rates of the currencies that were exchanged; none if all three are the same. */
export type UsedRates = Readonly<Record<string, Readonly<Record<keyof Rate, string>>>>;

export const exchangeFaults = ["currency-unknown", "amount-too-small", "amount-too-large"] as const;
export type ExchangeFault = (typeof exchangeFaults)[number];

/**
 * Returns what a payment debits and credits. The debit is rounded up and the credit down, so that
 * no sequence of exchanges makes anybody richer at the table's rates. Fails if either side is less
 * than one minor unit.
 */
export function exchange(rates: RateTable, order: AmountToExchange): Exchange | ExchangeFault {
  const { amountMinor, currency, debitCurrency, creditCurrency } = order;
  const debitedMinor = convertMinor(rates, amountMinor, currency, debitCurrency, "up");
  const creditedMinor = convertMinor(rates, amountMinor, currency, creditCurrency, "down");
  if (debitedMinor === undefined || creditedMinor === undefined) return "currency-unknown";
  if (debitedMinor < 1n || creditedMinor < 1n) return "amount-too-small";
  if (!isMinor(debitedMinor) || !isMinor(creditedMinor)) return "amount-too-large";
  return {
    debitedMinor: debitedMinor as DebitMinor,
    creditedMinor: creditedMinor as CreditMinor,
    rates: pickRates(rates, order),
  };
}

/** A payment to quote, with the bank's fee for it. */
export interface PaymentToQuote extends AmountToExchange {
  readonly feeMinor: bigint;
  readonly feeCurrency: string;
  /** The share of the debited amount that an exchange costs, in parts per million. */
  readonly conversionPpm: bigint;
}

/** The cost of a payment to the payer, in the currency of the debtor account, and its credit. */
export interface ExchangeQuote extends Exchange {
  /** The fee for the payment itself. */
  readonly feeMinor: Minor;
  /** The fee for the currency exchange. */
  readonly conversionFeeMinor: Minor;
  /** The sum of both fees. */
  readonly totalFeeMinor: Minor;
  /**
   * Units of the debtor's currency for one unit of the ordered currency; undefined without an
   * exchange.
   */
  readonly ratePpm: bigint | undefined;
}

/** Returns what a payment costs, with fees rounded up. What it costs in all is bounded, too. */
export function quoteExchange(
  rates: RateTable,
  order: PaymentToQuote,
): ExchangeQuote | ExchangeFault {
  const { currency, debitCurrency, feeCurrency, conversionPpm } = order;
  const exchanged = exchange(rates, order);
  if (typeof exchanged === "string") return exchanged;
  const feeMinor = convertMinor(rates, order.feeMinor, feeCurrency, debitCurrency, "up");
  if (feeMinor === undefined) return "currency-unknown";
  const isExchange = currency !== debitCurrency;
  const conversionFeeMinor = isExchange
    ? divide(exchanged.debitedMinor * conversionPpm, 1_000_000n, "up")
    : 0n;
  const totalFeeMinor = addMinor(feeMinor, conversionFeeMinor);
  if (!isMinor(feeMinor) || !isMinor(conversionFeeMinor) || typeof totalFeeMinor === "string") {
    return "amount-too-large";
  }
  if (typeof addMinor(exchanged.debitedMinor, totalFeeMinor) === "string") {
    return "amount-too-large";
  }
  return {
    ...exchanged,
    feeMinor,
    conversionFeeMinor,
    totalFeeMinor,
    ratePpm: isExchange ? crossRatePpm(rates, currency, debitCurrency) : undefined,
  };
}

/** How a converted amount becomes a whole number of minor units. */
export type Rounding = "up" | "down" | "half-up";

/** Converts an amount that is not negative. Returns undefined for an unknown currency. */
export function convertMinor(
  rates: RateTable,
  amountMinor: bigint,
  from: string,
  to: string,
  rounding: Rounding,
): bigint | undefined {
  if (from === to) return amountMinor;
  const source = rates[from];
  const target = rates[to];
  if (source === undefined || target === undefined) return undefined;
  const numerator = amountMinor * source.ratePpm * 10n ** BigInt(target.fractionDigits);
  const denominator = target.ratePpm * 10n ** BigInt(source.fractionDigits);
  return divide(numerator, denominator, rounding);
}

/** Divides numbers that are not negative. */
function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  switch (rounding) {
    case "up":
      return (numerator + denominator - 1n) / denominator;
    case "down":
      return numerator / denominator;
    case "half-up":
      return (2n * numerator + denominator) / (2n * denominator);
  }
}

/** Returns the units of the second currency for one unit of the first, in parts per million. */
export function crossRatePpm(rates: RateTable, from: string, to: string): bigint | undefined {
  const source = rates[from];
  const target = rates[to];
  if (source === undefined || target === undefined) return undefined;
  return divide(source.ratePpm * 1_000_000n, target.ratePpm, "half-up");
}

function pickRates(
  rates: RateTable,
  { currency, debitCurrency, creditCurrency }: AmountToExchange,
): UsedRates {
  if (currency === debitCurrency && currency === creditCurrency) return noRates;
  const used: Record<string, Record<keyof Rate, string>> = {};
  for (const one of [currency, debitCurrency, creditCurrency]) {
    const rate = rates[one];
    if (rate === undefined) continue;
    used[one] = { ratePpm: String(rate.ratePpm), fractionDigits: String(rate.fractionDigits) };
  }
  return used;
}

const noRates: UsedRates = {};
