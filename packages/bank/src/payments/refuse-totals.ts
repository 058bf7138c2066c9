import type { TppMessageCode } from "@varde/protocol";
import { addMinor, type Minor, type TooLarge } from "@varde/protocol/money";
import type { Payment } from "../records/payment.ts";
import type { ShownQuote } from "../records/sca.ts";
import { type Refusal, refuse } from "../request/refusal.ts";

type SummedPayment = Pick<
  Payment,
  "paymentId" | "amountMinor" | "currency" | "feeMinor" | "feeCurrency"
>;

/**
 * VAL-21: refuses payments that are approved together if a sum has more than 18 digits: what is
 * ordered in a currency, or what is debited in one, fees included.
 */
export const refuseTotals = (
  payments: readonly SummedPayment[],
  shown: readonly ShownQuote[],
  fault: { readonly code: TppMessageCode; readonly path?: string },
): Refusal | undefined => {
  const quotes = new Map(shown.map((quote) => [quote.paymentId, BigInt(quote.debitedMinor)]));
  const ordered = sumByCurrency(payments.map((one) => [one.currency, one.amountMinor]));
  const debited = sumByCurrency(
    payments.flatMap(({ paymentId, amountMinor, currency, feeMinor, feeCurrency }) => {
      const debitedMinor = quotes.get(paymentId) ?? (currency === feeCurrency ? amountMinor : 0n);
      return [[feeCurrency, debitedMinor] as const, [feeCurrency, feeMinor] as const];
    }),
  );
  for (const [currency, sum] of [...ordered, ...debited]) {
    if (typeof sum === "string") return refuse({ ...fault, text: tooLargeText(currency) });
  }
  return undefined;
};

/** Adds up amounts of each currency. */
export const sumByCurrency = <C extends string>(
  amounts: readonly (readonly [currency: C, amountMinor: bigint])[],
): ReadonlyMap<C, Minor | TooLarge> => {
  const byCurrency = Map.groupBy(amounts, ([currency]) => currency);
  return new Map(
    [...byCurrency].map(([currency, some]) => [
      currency,
      addMinor(...some.map(([, amountMinor]) => amountMinor)),
    ]),
  );
};

const tooLargeText = (currency: string): string =>
  `The payments add up to more than 18 digits in the smallest unit of ${currency}; send fewer ` +
  "payments together.";
