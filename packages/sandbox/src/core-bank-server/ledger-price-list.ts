import type { PriceList } from "@varde/core-bank-http";
import type { FeeTable, RateTable } from "@varde/ledger";
import type { Currency } from "@varde/protocol";

/** Returns the ledger's tables as a price list of the HTTP contract. */
export const ledgerPriceList = (fees: FeeTable, rates: RateTable): PriceList => {
  const { nearCountries: countries, nearAbroadMinor, farAbroadMinor, urgentMinor } = fees;
  const abroad = { route: "cross-border" } as const;
  return {
    feeCurrency: fees.currency as Currency,
    fees: [
      { route: "own-bank", feeMinor: fees.ownBankMinor },
      { route: "instant", feeMinor: fees.instantMinor },
      { route: "clearing", feeMinor: fees.clearingMinor },
      { ...abroad, countries, isUrgent: true, feeMinor: nearAbroadMinor + urgentMinor },
      { ...abroad, countries, feeMinor: nearAbroadMinor },
      { ...abroad, isUrgent: true, feeMinor: farAbroadMinor + urgentMinor },
      { ...abroad, feeMinor: farAbroadMinor },
    ],
    conversionPpm: fees.conversionPpm,
    rates: Object.entries(rates).map(([currency, { ratePpm }]) => ({
      currency: currency as Currency,
      ratePpm,
    })),
  };
};
