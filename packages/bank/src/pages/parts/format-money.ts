import type { Locale } from "../../ports/locale.ts";
import type { ExchangeView, Money } from "./payment-view.ts";

const noBreakSpace = "\u00a0";
const minus = "\u2212";

/**
 * Formats an amount as `1 234,50 kr` in Norwegian (other currencies by code) and `NOK 1,234.50` in
 * English, with no-break spaces. Does not use Intl, whose fraction digits differ from the bank's.
 */
export function formatMoney(money: Money, locale: Locale): string {
  const isKroner = locale === "nb" && money.currency === "NOK";
  return joinAmount(money, isKroner ? "kr" : money.currency, locale);
}

/** Formats an amount beside an exchange rate, where "kr" could be the krone of another country. */
export function formatMoneyByCode(money: Money, locale: Locale): string {
  return joinAmount(money, money.currency, locale);
}

function joinAmount(money: Money, unit: string, locale: Locale): string {
  const amount = formatAmount(money, locale);
  return (locale === "en" ? [unit, amount] : [amount, unit]).join(noBreakSpace);
}

/** Formats an exchange rate as `1 EUR = 11,52 NOK`. */
export function formatRate({ from, to, rate }: ExchangeView, locale: Locale): string {
  const decimal = rate.replace(".", formatPoint(locale));
  return [1, from, "=", decimal, to].join(noBreakSpace);
}

function formatAmount({ amountMinor, fractionDigits }: Money, locale: Locale): string {
  const sign = amountMinor < 0n ? minus : "";
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor);
  const padded = digits.padStart(fractionDigits + 1, "0");
  const split = padded.length - fractionDigits;
  const whole = groupThousands(padded.slice(0, split), locale === "en" ? "," : noBreakSpace);
  const fraction = padded.slice(split);
  return sign + whole + (fraction && formatPoint(locale) + fraction);
}

function formatPoint(locale: Locale): string {
  return locale === "en" ? "." : ",";
}

function groupThousands(digits: string, separator: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(separator);
}
