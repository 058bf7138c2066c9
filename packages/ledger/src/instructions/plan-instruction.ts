import { addMinor, type Exchange, type Minor, type RateTable } from "@varde/protocol/money";
import type { AccountId } from "@varde/storage";
import type { Account } from "../accounts/account.ts";
import { computeBalances, hasRoomFor } from "../accounts/balances.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import type { CounterpartyTerms } from "../clearing/counterparty.ts";
import type { FeeTable } from "../money/fee-table.ts";
import type { CurrencyExchange } from "../transactions/transaction.ts";
import type { LedgerInstruction, RefusalReason } from "./instruction.ts";
import { pricePayment } from "./price-payment.ts";

/** The effect of an instruction on the books. */
export interface Plan extends Exchange {
  readonly debtor: Account;
  readonly feeMinor: Minor;
  /** The debited amount with the fee. */
  readonly totalMinor: Minor;
  readonly creditAccountId: AccountId;
  readonly creditorIsOurs: boolean;
  readonly creditCurrency: string;
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
  const creditCurrency = creditor?.currency ?? currency;
  const quote = pricePayment(fees, rates, {
    kind: instruction.kind,
    amountMinor,
    currency,
    debtorCurrency: debtor.currency,
    creditorCurrency: creditCurrency,
    ...(instruction.creditor.country && { creditorCountry: instruction.creditor.country }),
    isUrgent: instruction.isUrgent ?? false,
  });
  if (typeof quote === "string") return quote;

  const way = clearingTerms(input);
  if (typeof way === "string") return way;

  const { debitedMinor, creditedMinor, ratePpm } = quote;
  const feeMinor = addMinor(instruction.agreedFeeMinor ?? quote.totalFeeMinor);
  if (typeof feeMinor === "string") return feeMinor;
  const totalMinor = addMinor(debitedMinor, feeMinor);
  if (typeof totalMinor === "string") return totalMinor;
  if (computeBalances(debtor).availableMinor < totalMinor) return "no-funds";
  if (creditor !== undefined && !hasRoomFor(creditedMinor, creditor)) return "balance-too-large";
  return {
    debtor,
    debitedMinor,
    feeMinor,
    totalMinor,
    creditAccountId: creditor?.id ?? settlementAccountId(instruction),
    creditorIsOurs: creditor !== undefined,
    creditCurrency,
    creditedMinor,
    rates: quote.rates,
    exchange:
      ratePpm === undefined
        ? null
        : { originalCurrency: currency, originalMinor: amountMinor, ratePpm },
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
