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

function rate(ratePpm: bigint, fractionDigits = 2): Rate {
  return { ratePpm, fractionDigits };
}

/** Realistic prices in Norwegian kroner, fixed so that tests can rely on them. */
export const defaultRateTable: RateTable = {
  NOK: rate(1_000_000n),
  AUD: rate(6_950_000n),
  CAD: rate(7_420_000n),
  CHF: rate(12_310_000n),
  CZK: rate(472_000n),
  DKK: rate(1_545_000n),
  EUR: rate(11_520_000n),
  GBP: rate(13_480_000n),
  HUF: rate(29_400n),
  ISK: rate(77_500n, 0),
  JPY: rate(69_800n, 0),
  KWD: rate(33_100_000n, 3),
  PLN: rate(2_710_000n),
  SEK: rate(1_032_000n),
  USD: rate(10_140_000n),
};
