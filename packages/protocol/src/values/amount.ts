import { type Currency, currencyMinorUnits } from "../data/currencies.ts";
import { Invalid, isInvalid } from "../invalid.ts";
import { limits } from "../limits.ts";

/** Returns the number of fraction digits of amounts in this currency. */
export function minorUnitsOf(currency: Currency): number {
  return currencyMinorUnits[currency];
}

/** Whether an amount must have exactly the fraction digits of its currency, or may have fewer. */
export type FractionDigits = "exact" | "at-most";

export interface AmountOptions {
  readonly fractionDigits: FractionDigits;
}

const form = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Parses an amount greater than zero into minor units.
 *
 * @example
 * parseAmount("100.33", "NOK", { fractionDigits: "exact" }); // 10033n
 */
export function parseAmount(
  text: string,
  currency: Currency,
  options: AmountOptions,
): bigint | Invalid {
  const amount = parseSignedAmount(text, currency, options);
  if (isInvalid(amount)) return amount;
  if (text.startsWith("-")) return new Invalid("must be written without a sign");
  return amount > 0n ? amount : new Invalid("must be greater than zero");
}

/** Parses an amount that may be zero or negative, like a balance or a booked transaction. */
export function parseSignedAmount(
  text: string,
  currency: Currency,
  options: AmountOptions,
): bigint | Invalid {
  const match = form.exec(text);
  if (match === null) return new Invalid(explainMalformedAmount(text, currency));
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole.length > limits.amountIntegerDigitsMax) {
    return new Invalid(`has more than ${limits.amountIntegerDigitsMax} digits before the point`);
  }
  const digits = minorUnitsOf(currency);
  const enough = options.fractionDigits === "exact" ? fraction.length === digits : true;
  if (fraction.length > digits || !enough) {
    return new Invalid(
      `must have ${describeFractionDigits(currency, options)}, like ${exampleAmount(currency)}`,
    );
  }
  const minor = BigInt(whole + fraction.padEnd(digits, "0"));
  return sign === "-" ? -minor : minor;
}

/** Parses an amount of test data, which may be a JSON number, negative, or with fewer digits. */
export function parseLooseAmount(value: string | number, currency: Currency): bigint | Invalid {
  return parseSignedAmount(String(value), currency, { fractionDigits: "at-most" });
}

/**
 * Formats minor units as an amount with the fraction digits of the currency.
 *
 * @example
 * formatAmount(10033n, "NOK"); // "100.33"
 */
export function formatAmount(minor: bigint, currency: Currency): string {
  const digits = minorUnitsOf(currency);
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const sign = minor < 0n ? "-" : "";
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function describeFractionDigits(currency: Currency, { fractionDigits }: AmountOptions): string {
  const digits = minorUnitsOf(currency);
  if (digits === 0) return `no fraction digits in ${currency}`;
  const many = fractionDigits === "exact" ? "exactly" : "at most";
  return `${many} ${digits} fraction digits in ${currency}`;
}

function exampleAmount(currency: Currency): string {
  return formatAmount(100n * 10n ** BigInt(minorUnitsOf(currency)), currency);
}

function explainMalformedAmount(text: string, currency: Currency): string {
  const example = exampleAmount(currency);
  if (text === "") return `is empty; write it like ${example}`;
  if (/^[0-9]+,[0-9]+$/.test(text)) return `has a comma; write a point, like ${example}`;
  if (/^0[0-9]/.test(text)) return `has leading zeros; write it like ${example}`;
  return `is not a plain decimal number; write it with the digits 0 to 9, like ${example}`;
}
