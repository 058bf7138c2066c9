import type { RateTable } from "./rate-table.ts";

/**
 * Converts an amount to another currency, rounding half a minor unit up. Returns undefined for an
 * unknown currency.
 */
export function convertMinor(
  rates: RateTable,
  amountMinor: bigint,
  from: string,
  to: string,
): bigint | undefined {
  if (from === to) return amountMinor;
  const source = rates[from];
  const target = rates[to];
  if (source === undefined || target === undefined) return undefined;
  const numerator = amountMinor * source.ratePpm * 10n ** BigInt(target.fractionDigits);
  const denominator = target.ratePpm * 10n ** BigInt(source.fractionDigits);
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Returns the units of the second currency for one unit of the first, in parts per million. */
export function crossRatePpm(rates: RateTable, from: string, to: string): bigint | undefined {
  const source = rates[from];
  const target = rates[to];
  if (source === undefined || target === undefined) return undefined;
  return (2n * source.ratePpm * 1_000_000n + target.ratePpm) / (2n * target.ratePpm);
}
