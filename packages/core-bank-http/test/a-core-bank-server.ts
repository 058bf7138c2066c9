import type { RequestListener } from "node:http";
import type { CoreBank, PsuDirectory, SigningMandates } from "@varde/bank";
import { contractListener, type PriceList } from "../src/index.ts";

/** Prices like those of the ledger for payments in Norway. */
const somePrices: PriceList = {
  feeCurrency: "NOK",
  fees: [
    { route: "own-bank", feeMinor: 0n },
    { route: "instant", feeMinor: 0n },
    { route: "clearing", feeMinor: 0n },
    { route: "cross-border", countries: ["SE", "DK"], isUrgent: true, feeMinor: 23_000n },
    { route: "cross-border", countries: ["SE", "DK"], feeMinor: 3_000n },
    { route: "cross-border", feeMinor: 5_000n },
  ],
  conversionPpm: 2_500n,
  rates: [
    { currency: "NOK", ratePpm: 1_000_000n },
    { currency: "EUR", ratePpm: 11_520_000n },
    { currency: "JPY", ratePpm: 69_800n },
  ],
};

/** A listener for ports of which a test supplies the methods it needs. */
export const portListener = (
  ports: {
    readonly coreBank?: Partial<CoreBank>;
    readonly psuDirectory?: Partial<PsuDirectory>;
    readonly signingMandates?: SigningMandates;
  } = {},
): RequestListener =>
  contractListener({
    coreBank: { ...ports.coreBank } as CoreBank,
    psuDirectory: { ...ports.psuDirectory } as PsuDirectory,
    signingMandates: ports.signingMandates,
    priceList: somePrices,
    onFailure: () => {},
  });
