/** The bank's fees for payments, in minor units of the table's currency. */
export interface FeeTable {
  readonly currency: string;
  readonly ownBankMinor: bigint;
  readonly instantMinor: bigint;
  readonly clearingMinor: bigint;
  /** A cross-border payment to one of the near countries. */
  readonly nearAbroadMinor: bigint;
  readonly farAbroadMinor: bigint;
  /** Added when the payment is urgent. */
  readonly urgentMinor: bigint;
  /** A share of the debited amount, when a currency is exchanged. */
  readonly conversionPpm: bigint;
  readonly nearCountries: readonly string[];
}

const eeaCountries =
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LI LV LT LU MT NL NO PL PT RO SK SI ES SE";

export const defaultFeeTable: FeeTable = {
  currency: "NOK",
  ownBankMinor: 0n,
  instantMinor: 0n,
  clearingMinor: 0n,
  nearAbroadMinor: 3000n,
  farAbroadMinor: 5000n,
  urgentMinor: 20_000n,
  conversionPpm: 2_500n,
  nearCountries: eeaCountries.split(" "),
};
