import { convertMinor, crossRatePpm } from "../money/convert-minor.ts";
import type { FeeTable } from "../money/fee-table.ts";
import type { RateTable } from "../money/rate-table.ts";
import type { InstructionKind } from "./instruction.ts";

export interface PaymentToPrice {
  readonly kind: InstructionKind;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debtorCurrency: string;
  readonly creditorCountry?: string;
  readonly isUrgent?: boolean;
}

/** The cost of a payment to the payer, in the currency of the debtor account. */
export interface LedgerQuote {
  readonly currency: string;
  readonly debitedMinor: bigint;
  /** The fee for the payment itself. */
  readonly feeMinor: bigint;
  /** The fee for the currency exchange. */
  readonly conversionFeeMinor: bigint;
  /** The sum of both fees. */
  readonly totalFeeMinor: bigint;
  /**
   * Units of the debtor's currency for one unit of the ordered currency; null without an exchange.
   */
  readonly ratePpm: bigint | null;
}

/**
 * Returns the price according to the bank's tables, or undefined for a currency that is not in
 * them.
 */
export function pricePayment(
  fees: FeeTable,
  rates: RateTable,
  payment: PaymentToPrice,
): LedgerQuote | undefined {
  const { debtorCurrency, currency, amountMinor } = payment;
  const debitedMinor = convertMinor(rates, amountMinor, currency, debtorCurrency);
  const feeMinor = convertMinor(
    rates,
    feeInTableCurrency(fees, payment),
    fees.currency,
    debtorCurrency,
  );
  if (debitedMinor === undefined || feeMinor === undefined) return undefined;
  const isExchange = currency !== debtorCurrency;
  const conversionFeeMinor = isExchange
    ? (debitedMinor * fees.conversionPpm + 500_000n) / 1_000_000n
    : 0n;
  return {
    currency: debtorCurrency,
    debitedMinor,
    feeMinor,
    conversionFeeMinor,
    totalFeeMinor: feeMinor + conversionFeeMinor,
    ratePpm: isExchange ? (crossRatePpm(rates, currency, debtorCurrency) ?? null) : null,
  };
}

function feeInTableCurrency(fees: FeeTable, payment: PaymentToPrice): bigint {
  switch (payment.kind) {
    case "own-bank":
      return fees.ownBankMinor;
    case "instant":
      return fees.instantMinor;
    case "clearing":
      return fees.clearingMinor;
    case "cross-border": {
      const isNear = fees.nearCountries.includes(payment.creditorCountry ?? "");
      const base = isNear ? fees.nearAbroadMinor : fees.farAbroadMinor;
      return payment.isUrgent === true ? base + fees.urgentMinor : base;
    }
  }
}
