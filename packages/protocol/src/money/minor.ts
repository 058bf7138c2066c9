declare const bounded: unique symbol;

/**
 * An amount of money that can be stored and compared: at most 18 digits of minor units. Arithmetic
 * gives a plain integer back, so only `addMinor` and an exchange make one.
 */
export type Minor = bigint & { readonly [bounded]: true };

/** The greatest amount and the greatest sum: 18 digits, so that a few of them fit 64 bits. */
export const minorMax = 10n ** 18n - 1n;

/** Why a sum is not a `Minor`. */
export type TooLarge = "amount-too-large";

/**
 * Adds amounts of one currency. All sums of money that are stored or compared are made here; a
 * caller must refuse those that are too large.
 */
export function addMinor(...amounts: readonly bigint[]): Minor | TooLarge {
  let sum = 0n;
  for (const one of amounts) sum += one;
  return isMinor(sum) ? sum : "amount-too-large";
}

export const isMinor = (amountMinor: bigint): amountMinor is Minor =>
  amountMinor <= minorMax && amountMinor >= -minorMax;

/** Returns a sum that was checked when its parts were stored. */
export function knownMinor(sum: Minor | TooLarge): Minor {
  if (typeof sum === "string") throw new RangeError("A stored sum has more than 18 digits.");
  return sum;
}
