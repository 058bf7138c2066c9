import type { Locale } from "../../ports/locale.ts";
import type { Money } from "./page-models.ts";

const noBreakSpace = "\u00a0";
const minus = "\u2212";

/**
 * Formats an amount as `1 234,50 kr` in Norwegian (other currencies by code) and `NOK 1,234.50` in
 * English, with no-break spaces. Does not use Intl, whose fraction digits differ from the bank's.
 */
export function formatMoney(money: Money, locale: Locale): string {
  const amount = formatAmount(money, locale);
  if (locale === "en") return money.currency + noBreakSpace + amount;
  return amount + noBreakSpace + (money.currency === "NOK" ? "kr" : money.currency);
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

/** Formats a decimal string with a point, such as an exchange rate, in the reader's notation. */
export function formatDecimal(decimal: string, locale: Locale): string {
  return decimal.replace(".", formatPoint(locale));
}

function formatPoint(locale: Locale): string {
  return locale === "en" ? "." : ",";
}

function groupThousands(digits: string, separator: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(separator);
}
