import type { AccountId } from "@varde/storage";
import type { Account } from "../accounts/account.ts";
import { computeBalances } from "../accounts/balances.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import type { CounterpartyTerms } from "../clearing/counterparty.ts";
import { convertMinor } from "../money/convert-minor.ts";
import type { FeeTable } from "../money/fee-table.ts";
import type { RateTable } from "../money/rate-table.ts";
import type { CurrencyExchange } from "../transactions/transaction.ts";
import type { LedgerInstruction, RefusalReason } from "./instruction.ts";
import { pricePayment } from "./price-payment.ts";

/** The effect of an instruction on the books. */
export interface Plan {
  readonly debtor: Account;
  readonly debitedMinor: bigint;
  readonly feeMinor: bigint;
  readonly creditAccountId: AccountId;
  readonly creditorIsOurs: boolean;
  readonly creditCurrency: string;
  readonly creditedMinor: bigint;
  readonly exchange: CurrencyExchange | null;
  readonly isBookedAtOnce: boolean;
  readonly clearing: "settle" | "reject" | "hold";
  readonly dueAt: bigint;
  readonly returnAt: bigint | null;
  readonly reason: string | null;
}

export interface PlanInput {
  readonly instruction: LedgerInstruction;
  readonly debtor: Account | undefined;
  readonly creditor: Account | undefined;
  /** The behaviour of the creditor's bank. Unused when the creditor is a customer of this bank. */
  readonly counterparty: CounterpartyTerms | undefined;
  readonly fees: FeeTable;
  readonly rates: RateTable;
  readonly at: bigint;
}

/** Decides what to do with an instruction from the facts. It does not read or write. */
export function planInstruction(input: PlanInput): Plan | RefusalReason | "no-funds" {
  const { instruction, debtor, creditor, fees, rates } = input;
  if (instruction.amountMinor <= 0n) return "amount-not-positive";
  if (debtor === undefined) return "debtor-unknown";
  if (!debtor.isPayable) return "debtor-not-payable";
  if (creditor?.id === debtor.id) return "creditor-is-debtor";
  if (creditor === undefined && instruction.kind === "own-bank") return "creditor-unknown";

  const { amountMinor, currency } = instruction;
  const quote = pricePayment(fees, rates, {
    kind: instruction.kind,
    amountMinor,
    currency,
    debtorCurrency: debtor.currency,
    ...(instruction.creditor.country && { creditorCountry: instruction.creditor.country }),
    isUrgent: instruction.isUrgent ?? false,
  });
  const creditCurrency = creditor?.currency ?? currency;
  const creditedMinor = convertMinor(rates, amountMinor, currency, creditCurrency);
  if (quote === undefined || creditedMinor === undefined) return "currency-unknown";

  const way = clearingTerms(input);
  if (typeof way === "string") return way;

  const feeMinor = instruction.agreedFeeMinor ?? quote.totalFeeMinor;
  const { debitedMinor, ratePpm } = quote;
  if (computeBalances(debtor).availableMinor < debitedMinor + feeMinor) return "no-funds";
  return {
    debtor,
    debitedMinor,
    feeMinor,
    creditAccountId: creditor?.id ?? settlementAccountId(instruction),
    creditorIsOurs: creditor !== undefined,
    creditCurrency,
    creditedMinor,
    exchange:
      ratePpm === null ? null : { originalCurrency: currency, originalMinor: amountMinor, ratePpm },
    isBookedAtOnce:
      way.clearing !== "hold" &&
      (instruction.kind === "own-bank" || instruction.kind === "instant"),
    ...way,
  };
}

type ClearingWay = Pick<Plan, "clearing" | "dueAt" | "returnAt" | "reason">;

function clearingTerms(input: PlanInput): ClearingWay | RefusalReason {
  const { counterparty, at } = input;
  const { notSettledBefore = at } = input.instruction;
  const dueAt = notSettledBefore > at ? notSettledBefore : at;
  const settled: ClearingWay = { clearing: "settle", dueAt, returnAt: null, reason: null };
  // The clearing run of the same batch does not release it.
  if (counterparty?.behaviour === "hold") return { ...settled, clearing: "hold", dueAt: at + 1n };
  if (counterparty === undefined || input.creditor !== undefined) return settled;
  const { reason } = counterparty;
  const later = at + counterparty.delayMs;
  const isInstant = input.instruction.kind === "instant";
  switch (counterparty.behaviour) {
    case "settle":
      return settled;
    case "reject":
      return isInstant ? "counterparty-refused" : { ...settled, clearing: "reject", reason };
    case "delay":
      return isInstant ? "counterparty-silent" : { ...settled, dueAt: later };
    case "return":
      return { ...settled, returnAt: later, reason };
  }
}

/** Returns the id of the bank's own account that the money leaves through. */
function settlementAccountId({ kind, currency }: LedgerInstruction): string {
  return internalAccountId(kind === "cross-border" ? "nostro" : "clearing", currency);
}
