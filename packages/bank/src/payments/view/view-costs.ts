import { type Currency, minorUnitsOf } from "@varde/protocol";
import { addMinor, knownMinor, type Minor } from "@varde/protocol/money";
import { formatMoneyByCode, formatRate } from "../../pages/parts/format-money.ts";
import type { ExchangeView, Money } from "../../pages/parts/payment-view.ts";
import { textsByLocale } from "../../pages/texts/texts.ts";
import type { PaymentId } from "../../ports/ids.ts";
import type { Locale } from "../../ports/locale.ts";
import type { Payment } from "../../records/payment.ts";
import type { ShownQuote } from "../../records/sca.ts";

export const toMoney = (amountMinor: bigint, currency: Currency): Money => ({
  amountMinor,
  currency,
  fractionDigits: minorUnitsOf(currency),
});

/** The fields of a payment that say what its account is debited. */
type DebitedPayment = Pick<
  Payment,
  "paymentId" | "amountMinor" | "currency" | "feeMinor" | "feeCurrency"
>;

/** The estimates of an SCA, by payment. */
export type ShownQuotes = ReadonlyMap<PaymentId, ShownQuote>;

export const byPayment = (shown: readonly ShownQuote[] = []): ShownQuotes =>
  new Map(shown.map((quote) => [quote.paymentId, quote]));

/**
 * Returns what the payments cost the account, fees included, or undefined if the core bank gave no
 * estimate for one of them. Their fees are in the account's currency.
 */
export const totalDebitMinor = (
  payments: readonly DebitedPayment[],
  shown: ShownQuotes,
): Minor | undefined => {
  const amounts: bigint[] = [];
  for (const { paymentId, amountMinor, currency, feeMinor, feeCurrency } of payments) {
    const quote = shown.get(paymentId);
    if (quote === undefined && currency !== feeCurrency) return undefined;
    amounts.push(feeMinor, quote === undefined ? amountMinor : BigInt(quote.debitedMinor));
  }
  return knownMinor(addMinor(...amounts));
};

/** Returns the different rates at which the payments are exchanged. */
export const viewRates = (
  payments: readonly DebitedPayment[],
  shown: ShownQuotes,
): readonly ExchangeView[] => {
  const rates = new Map<string, ExchangeView>();
  for (const { paymentId, currency } of payments) {
    const quote = shown.get(paymentId);
    if (quote === undefined) continue;
    const rate = viewRate(currency, quote);
    rates.set(Object.values(rate).join(" "), rate);
  }
  return [...rates.values()];
};

/**
 * Returns the price of one unit of the ordered currency in the account's. If NOK is ordered, the
 * price of the account's currency in NOK, because that is how rates are quoted in Norway.
 */
export const viewRate = (ordered: Currency, { currency, ratePpm }: ShownQuote): ExchangeView =>
  ordered === "NOK"
    ? { from: currency, to: ordered, rate: invertPpm(BigInt(ratePpm)) }
    : { from: ordered, to: currency, rate: formatDecimals(BigInt(ratePpm), 6) };

/**
 * Returns one divided by the rate, with as many decimals as the rounded millionths determine: all
 * rates that round to them have the same inverse.
 */
const invertPpm = (ratePpm: bigint): string => {
  let decimals = 6;
  while (decimals > decimalsMin && invert(2n * ratePpm - 1n) !== invert(2n * ratePpm + 1n)) {
    decimals -= 1;
  }
  return formatDecimals(invert(2n * ratePpm), decimals);

  function invert(halvesPpm: bigint): bigint {
    const numerator = 2n * 10n ** BigInt(6 + decimals);
    return (2n * numerator + halvesPpm) / (2n * halvesPpm);
  }
};

const decimalsMin = 2;

/** Formats with a point, and without zeros at the end beyond two decimals. */
const formatDecimals = (scaled: bigint, decimals: number): string => {
  const digits = String(scaled).padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  let fraction = digits.slice(split);
  while (fraction.length > decimalsMin && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
  return `${digits.slice(0, split)}.${fraction}`;
};

/** Describes the exchange of new payments for the PSU. Undefined if they have none. */
export const describeExchange = (
  payments: readonly DebitedPayment[],
  quotes: readonly ShownQuote[],
  locale: Locale,
): string | undefined => {
  const [quote] = quotes;
  const shown = byPayment(quotes);
  const totalMinor = totalDebitMinor(payments, shown);
  if (quote === undefined || totalMinor === undefined) return undefined;
  const total = formatMoneyByCode(toMoney(totalMinor, quote.currency), locale);
  const [rate, another] = viewRates(payments, shown);
  const isOneRate = rate !== undefined && another === undefined;
  return textsByLocale[locale].payment
    .exchangeMessage(total, isOneRate ? formatRate(rate, locale) : undefined)
    .replaceAll("\u00a0", " ");
};
