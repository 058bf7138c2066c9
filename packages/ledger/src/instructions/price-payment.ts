import {
  addMinor,
  type ExchangeFault,
  type ExchangeQuote,
  knownMinor,
  quoteExchange,
  type RateTable,
} from "@varde/protocol/money";
import type { FeeTable } from "../money/fee-table.ts";
import type { InstructionKind } from "./instruction.ts";

export interface PaymentToPrice {
  readonly kind: InstructionKind;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debtorCurrency: string;
  /** The currency of the payee's account, if it is at this bank. Defaults to the ordered one. */
  readonly creditorCurrency?: string;
  readonly creditorCountry?: string;
  readonly isUrgent?: boolean;
}

/** Returns the price according to the bank's tables. */
export function pricePayment(
  fees: FeeTable,
  rates: RateTable,
  payment: PaymentToPrice,
): ExchangeQuote | ExchangeFault {
  const { debtorCurrency, currency, amountMinor, creditorCurrency = currency } = payment;
  return quoteExchange(rates, {
    amountMinor,
    currency,
    debitCurrency: debtorCurrency,
    creditCurrency: creditorCurrency,
    feeMinor: feeInTableCurrency(fees, payment),
    feeCurrency: fees.currency,
    conversionPpm: fees.conversionPpm,
  });
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
      return payment.isUrgent === true ? knownMinor(addMinor(base, fees.urgentMinor)) : base;
    }
  }
}
